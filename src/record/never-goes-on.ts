// Which records nobody can go on with: the page offers it for none of them, and `run --resume` says why.

import { count } from '../base/figures/plurals.ts';
import type { RunFile } from './record.ts';

/** As a sentence whose subject is the record, without a full stop; null: it may be gone on with. */
export function whyNeverGoesOn({ merged, plan }: Pick<RunFile, 'merged' | 'plan'>): string | null {
  if (merged !== undefined)
    return `was put together from ${count(merged.records.length, 'record')}; go on with one of them and merge again`;
  if (plan.design === 2) return null;
  // Visits that settle and those that do not are not to be mixed, nor are looks that were planned otherwise.
  return "was begun by the former protocol, and sessions of today's are not to be mixed with it";
}
