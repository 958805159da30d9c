// `--quick`: a first impression of a study in about a minute.

import { plural } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { type Cell, computationOf, isSequence } from '../../factors/cell.ts';
import { isHeld } from '../cells/held-parts.ts';
import { allCells, type Changed, keepCells } from '../cells/keep-cells.ts';
import { QUICK } from '../defaults.ts';
import { sessionBudgetMs } from '../resolve/resolve-protocol.ts';
import type { Protocol, Study } from '../study.ts';
import { fewerMessages, fewSizes } from './quickened-messages.ts';

/** At most this share of a session is warm-up. */
const WARMUP_SHARE = 0.2;

/** Why cells are dropped. */
interface Reason {
  readonly what: string;
  readonly drops: (cell: Cell) => boolean;
}

/**
 * Fewer sessions, less time, one browser, shorter sequences, and no cells that take seconds each. The notes
 * say what was dropped.
 */
export function quickened(study: Study): Changed {
  const few = quickCells(study);
  const short = shortRun(few.study);
  const [time, ...lengths] = short.notes;
  return { study: short.study, notes: [time!, ...few.notes, ...lengths] };
}

/** One browser, and no cells that take seconds each. */
export function quickCells(study: Study): Changed {
  const every = allCells(study);
  const objects = every.filter((cell) => !isSequence(cell)).map(({ n }) => n);
  const mostObjects = Math.max(QUICK.objects, Math.min(...objects));
  const [browser] = every.map((cell) => cell.browser);
  const sizes = fewSizes(study);
  const slow = slowNetworks(study);
  const held = new Set(study.parts.filter(isHeld).flatMap(({ cells }) => cells));
  const reasons: readonly Reason[] = [
    { what: 'what predictions are held beside', drops: (cell) => held.has(cell) },
    { what: `more than ${mostObjects} objects`, drops: (cell) => !isSequence(cell) && cell.n > mostObjects },
    { what: QUICK.withoutComputations.join(', '), drops: slowComputation },
    { what: `browsers other than ${browser}`, drops: (cell) => cell.browser !== browser },
    {
      what: `networks whose round trip takes ${QUICK.rttMs} ms or more`,
      drops: (cell) => slow.has(cell.network),
    },
    { what: 'sizes between', drops: (cell) => isSequence(cell) && !sizes(cell) },
  ];
  const quick = (cell: Cell) => !reasons.some(({ drops }) => drops(cell));
  const kept = every.some(quick) ? keepCells(study, quick) : study;
  return { study: kept, notes: notesOn(study, kept, reasons) };
}

/** Fewer sessions, less time and shorter sequences. */
export function shortRun(study: Study): Changed {
  const fewer = fewerSessions(study.protocol, allCells(study));
  const { study: small, notes } = fewerMessages(study, fewer);
  const protocol = shortened({ ...small.protocol, ...fewer }, allCells(small));
  const told = `--quick: ${saySessions(protocol)}in ${sayDuration(protocol.budgetMs)} together`;
  return { study: { ...small, protocol }, notes: [told, ...notes] };
}

/** None where all are slow: something is to be left. */
function slowNetworks({ networks }: Study): ReadonlySet<string> {
  const slow = networks.filter(({ rttMs }) => rttMs >= QUICK.rttMs);
  return new Set(slow.length === networks.length ? [] : slow.map(({ name }) => name));
}

function slowComputation(cell: Cell): boolean {
  return QUICK.withoutComputations.some((slow) => slow === computationOf(cell));
}

type Fewer = Pick<Protocol, 'sessions' | 'budgetMs' | 'exchangesPerVisit'>;

/** A visit of messages is one sequence. */
function fewerSessions(protocol: Protocol, cells: readonly Cell[]): Fewer {
  const sessions = protocol.sessions === null ? null : Math.min(protocol.sessions, QUICK.sessions);
  const budgetMs = Math.min(protocol.budgetMs, QUICK.budgetMs);
  const exchangesPerVisit = cells.every(isSequence) ? 1 : protocol.exchangesPerVisit;
  return { sessions, budgetMs, exchangesPerVisit };
}

/** As many sessions as an answer that is not provisional needs must each have some time beside a warm-up. */
function shortened(protocol: Protocol, cells: readonly Cell[]): Protocol {
  const { leastMs } = protocol.warmup;
  const sessionMs = sessionBudgetMs({ ...protocol, sessions: protocol.sessions ?? QUICK.sessions }, cells);
  const shorterMs = Math.min(leastMs, WARMUP_SHARE * sessionMs);
  return { ...protocol, warmup: { ...protocol.warmup, leastMs: shorterMs } };
}

function saySessions({ sessions }: Protocol): string {
  return sessions === null ? '' : `${sessions} ${plural(sessions, 'session')} each, `;
}

function notesOn(before: Study, after: Study, reasons: readonly Reason[]): string[] {
  const all = allCells(before);
  const dropped = all.length - allCells(after).length;
  if (dropped === 0) return [];
  const why = reasons.filter(({ drops }) => all.some(drops)).map(({ what }) => what);
  const claims = before.claims.length - after.claims.length;
  const lost = claims > 0 ? `, and with them ${claims} ${plural(claims, 'claim')}` : '';
  return [
    `--quick: ${dropped} of ${all.length} ${plural(all.length, 'cell')} dropped (${why.join('; ')})${lost}`,
  ];
}
