// What went wrong, as a page is told it: the user's mistakes one by one, what the machine lacks with what
// mends it, and bugs with their message alone.

import type { Context } from 'hono';
import { EnvironmentError, messageOf, type Problem, UserError } from '../../base/errors.ts';
import { html } from '../../report/html/markup.ts';
import { pageFrame } from './page-frame.ts';
import { inWordsOfPage } from './words-of-page.ts';

export interface Failure {
  /** One sentence. */
  readonly problem: string;
  /** The user's mistakes, each with its place. */
  readonly problems?: readonly Problem[];
  /** What the machine lacks: what was tried, and what mends it. */
  readonly tried?: readonly string[];
  readonly remedy?: string;
}

export function failureFrom(thrown: unknown): Failure {
  if (thrown instanceof UserError)
    return { problem: inWordsOfPage(thrown.message), problems: thrown.problems.map(problemOfPage) };
  if (thrown instanceof EnvironmentError) {
    const { message, tried, remedy } = thrown;
    return { problem: inWordsOfPage(message), tried, remedy: inWordsOfPage(remedy) };
  }
  return { problem: `a bug of the lab: ${messageOf(thrown)}` };
}

function problemOfPage({ file, what, hint, ...problem }: Problem): Problem {
  const words = { file: inWordsOfPage(file), what: inWordsOfPage(what) };
  return { ...problem, ...words, ...(hint !== undefined && { hint: inWordsOfPage(hint) }) };
}

export function answerFailure(context: Context, thrown: unknown): Response {
  return context.json(failureFrom(thrown), statusOf(thrown));
}

export function statusOf(thrown: unknown): 400 | 409 | 500 {
  return thrown instanceof UserError ? 400 : thrown instanceof EnvironmentError ? 409 : 500;
}

/**
 * A report or a comparison that cannot be shown, as a page: whoever pressed a link to it is to read why, and
 * to get on from there.
 */
export function refusalPage({ problem, tried = [], remedy }: Failure): string {
  const lines = [
    ...problem.split('\n'),
    ...tried.map((line) => `tried: ${line}`),
    ...(remedy === undefined ? [] : [remedy]),
  ];
  const body = html`<main>
<p class="failure">${lines.map((line) => html`<span class="line">${line}</span>`)}</p>
<p><a href="/records">To the records</a></p>
</main>`;
  const top = html`<h1>This cannot be shown</h1>`;
  return pageFrame({ title: 'Not to be shown', look: 'records', section: null, top, body });
}
