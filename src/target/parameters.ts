// Reads parameters one by one. The first wrong one raises a Refusal with its problem, which is caught where
// the reading began.

import { badParameter, type RequestProblem, unsupported } from './problem.ts';

export type Parsed<T> = { readonly query: T } | { readonly problem: RequestProblem };

/** Thrown only inside `refusable`, so that reading a query stays one straight line. */
export class Refusal {
  readonly problem: RequestProblem;
  constructor(problem: RequestProblem) {
    this.problem = problem;
  }
}

export function refusable<T>(read: () => T): Parsed<T> {
  try {
    return { query: read() };
  } catch (thrown) {
    if (thrown instanceof Refusal) return { problem: thrown.problem };
    throw thrown;
  }
}

/**
 * Takes each parameter at most once and refuses unknown ones, because an ignored wish would be a wrong
 * measurement.
 */
export function readParameters(search: string, known: readonly string[]): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!known.includes(name)) throw new Refusal(badParameter(name, 'no such parameter', known));
    if (parameters.has(name)) throw new Refusal(badParameter(name, 'given twice'));
    parameters.set(name, value);
  }
  return parameters;
}

export function readChoice(
  parameters: ReadonlyMap<string, string>,
  name: string,
  allowed: readonly string[],
  absent?: string,
): string {
  const value = parameters.get(name) ?? absent;
  if (value === undefined) throw new Refusal(badParameter(name, 'is missing', allowed));
  if (!allowed.includes(value)) throw new Refusal(unsupported(name, value, allowed));
  return value;
}

export function count(
  parameters: ReadonlyMap<string, string>,
  name: string,
  least: number,
  most: number,
): number {
  const text = parameters.get(name);
  const value = wholeNumber(text);
  if (value !== null && value >= least && value <= most) return value;
  const actual = text === undefined ? 'is missing' : `is ${JSON.stringify(text)}`;
  throw new Refusal(badParameter(name, `${actual}: a whole number from ${least} to ${most} is wanted`));
}

export function flag(parameters: ReadonlyMap<string, string>, name: string, on: string): boolean {
  const value = parameters.get(name);
  if (value === undefined) return false;
  if (value === on) return true;
  throw new Refusal(badParameter(name, `is ${JSON.stringify(value)}`, [on]));
}

export function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null;
}
