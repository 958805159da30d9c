// `--quick`: a first impression of a study in about a minute.

import type { Factors } from '../wire/factors.ts';
import { QUICK } from './defaults.ts';
import { type Changed, cellsOf, keepCells } from './keep-cells.ts';
import { endingLooks, sessionMsOf } from './resolve-protocol.ts';
import type { Protocol, Study } from './study.ts';
import { sayDuration } from './units-as-typed.ts';

/** At most this share of a session is warm-up. */
const WARMUP_SHARE = 0.2;

/** Why cells are dropped. */
interface Reason {
  readonly what: string;
  readonly drops: (cell: Factors) => boolean;
}

/** Fewer sessions, less time, one browser, and no cells that take seconds each. The notes say what was dropped. */
export function quickened(study: Study): Changed {
  const every = cellsOf(study);
  const mostObjects = Math.max(QUICK.objects, Math.min(...every.map(({ n }) => n)));
  const [browser] = every.map((cell) => cell.browser);
  const reasons: readonly Reason[] = [
    { what: `more than ${mostObjects} objects`, drops: ({ n }) => n > mostObjects },
    { what: QUICK.withoutComputations.join(', '), drops: slowComputation },
    { what: `browsers other than ${browser}`, drops: (cell) => cell.browser !== browser },
  ];
  const quick = (cell: Factors) => !reasons.some(({ drops }) => drops(cell));
  const small = every.some(quick) ? keepCells(study, quick) : study;
  const protocol = shortened(small.protocol, cellsOf(small));
  return { study: { ...small, protocol }, notes: notesOn(study, small, protocol, reasons) };
}

function slowComputation({ computation }: Factors): boolean {
  return QUICK.withoutComputations.some((slow) => slow === computation);
}

function shortened(protocol: Protocol, cells: readonly Factors[]): Protocol {
  const sessions = Math.min(protocol.sessions, QUICK.sessions);
  const budgetMs = Math.min(protocol.budgetMs, QUICK.budgetMs);
  const looks = endingLooks(protocol.looks, sessions);
  const short = { ...protocol, sessions, budgetMs, looks };
  return { ...short, warmupMs: Math.min(protocol.warmupMs, WARMUP_SHARE * sessionMsOf(short, cells)) };
}

function notesOn(before: Study, after: Study, protocol: Protocol, reasons: readonly Reason[]): string[] {
  const [all, kept] = [cellsOf(before), cellsOf(after)];
  const notes = [`--quick: ${protocol.sessions} sessions in ${sayDuration(protocol.budgetMs)}`];
  if (kept.length === all.length) return notes;
  const why = reasons.filter(({ drops }) => all.some(drops)).map(({ what }) => what);
  const claims = before.claims.length - after.claims.length;
  const lost = claims > 0 ? `, and with them ${claims} claim${claims === 1 ? '' : 's'}` : '';
  return [
    ...notes,
    `--quick: ${all.length - kept.length} of ${all.length} cells dropped (${why.join('; ')})${lost}`,
  ];
}
