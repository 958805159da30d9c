// The top of the page: what was asked, what came out, how far to trust it.

import type { Warning } from '../../../base/warnings/warning.ts';
import type { RunFile } from '../../../record/record.ts';
import type { Summary } from '../../../summary/summary.ts';
import { type Answer, markFor, type Sentence, saidThroughout } from '../../answers/answer.ts';
import { listChecks } from '../../words/checks-line.ts';
import { partition } from '../../words/groups.ts';
import { html, type Markup, NOTHING, prose, trusted } from '../markup.ts';

export function answersSection(answers: readonly Answer[]): Markup {
  const parts = [...partition(answers, ({ part }) => part)];
  return html`<div class="answers">${parts.map(([part, own]) => html`${part === '' ? NOTHING : html`<h2>${part}</h2>`}${own.map((each) => answer(each, part === '' ? 'h2' : 'h3'))}`)}</div>`;
}

function answer({ question, sentences }: Answer, level: 'h2' | 'h3'): Markup {
  return html`<div class="answer"><${trusted(level)} class="question">${question}</${trusted(level)}><ul>${sentences.map(sentence)}</ul></div>
`;
}

function sentence(told: Sentence): Markup {
  const { kind, where, provisional } = told;
  const place = where === '' ? NOTHING : html`<span class="where">${prose(where)},</span> `;
  return html`<li class="${markFor(kind, provisional)}">${place}${prose(saidThroughout(told))}</li>`;
}

export function checksSection(run: RunFile, summary: Summary): Markup {
  const checks = listChecks(run, summary);
  return html`<dl class="checks">${checks.map(
    ({ name, figure, meaning }) =>
      html`<div><dt>${name}</dt><dd><div class="figure">${prose(figure)}</div><div class="note">${prose(meaning)}</div></dd></div>`,
  )}</dl>`;
}

export function warningsSection(warnings: readonly Warning[]): Markup {
  if (warnings.length === 0) return html`<p class="note">No warnings.</p>`;
  const merged = [...partition(warnings, ({ kind, what, advice }) => `${kind}\n${what}\n${advice}`).values()];
  return html`<ul class="warnings">${merged.map((same) => {
    const { kind, what, advice } = same[0]!;
    // Counted from 1, as while they run; the record counts from 0.
    const sessions = same.flatMap(({ session }) => (session === null ? [] : [session + 1]));
    const which = sessions.length === 0 ? '' : ` · session ${sessions.join(', ')}`;
    return html`<li><span class="kind">${kind}${which}</span><br>${prose(what)}${advice === '' ? NOTHING : html`<br><span class="note">${prose(advice)}</span>`}</li>`;
  })}</ul>`;
}
