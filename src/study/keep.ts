// What is to be kept however many clients ask, as people type it: `p95=200ms`. The one place that reads it.

import { UserError } from '../base/errors.ts';
import { parseDelayMs } from '../base/units-as-typed.ts';

export interface Keep {
  /** 95 % of a cell's exchanges take at most so long, ms. */
  readonly p95Ms: number;
}

/** `file`: the flag. Throws a UserError. */
export function parseKeep(text: string, file = '--keep'): Keep {
  const [, limit] = /^\s*p95\s*=\s*(.+?)\s*$/.exec(text) ?? [];
  const p95Ms = limit === undefined ? null : parseDelayMs(limit);
  if (p95Ms !== null && p95Ms > 0) return { p95Ms };
  throw new UserError([{ file, path: '', what: `"${text}" is no limit: give one such as p95=200ms` }]);
}

/** What gives a study what a limit is about. */
export const NAME_CLIENTS = 'name them in the study (clients: [0, 100@0.5/s])';

/** As it is typed. */
export function sayKeep({ p95Ms }: Keep): string {
  return `p95=${p95Ms}ms`;
}
