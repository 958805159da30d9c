// What went wrong, as a page is told it: the user's mistakes one by one, what the machine lacks with what
// mends it, and bugs with their message alone.

import type { Context } from 'hono';
import { EnvironmentError, messageOf, type Problem, UserError } from '../../base/errors.ts';

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
  if (thrown instanceof UserError) return { problem: thrown.message, problems: thrown.problems };
  if (thrown instanceof EnvironmentError)
    return { problem: thrown.message, tried: thrown.tried, remedy: thrown.remedy };
  return { problem: `a bug of the lab: ${messageOf(thrown)}` };
}

export function answerFailure(context: Context, thrown: unknown): Response {
  return context.json(failureFrom(thrown), statusOf(thrown));
}

export function statusOf(thrown: unknown): 400 | 409 | 500 {
  return thrown instanceof UserError ? 400 : thrown instanceof EnvironmentError ? 409 : 500;
}
