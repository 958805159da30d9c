// The protocol of a study file → every value filled in, in milliseconds and shares.

import { plural } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { FEWEST_SESSIONS } from '../../base/least-evidence.ts';
import { parseDurationMs, parseShare } from '../../base/units-as-typed.ts';
import type { Cell } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { compileFilter } from '../cells/filter.ts';
import { DEFAULTS, LIMITS } from '../defaults.ts';
import type { ProblemList } from '../file/problem-list.ts';
import type { ProtocolFile } from '../file/study-file.ts';

import type { Protocol, Warmup } from '../study.ts';
import type { Vocabulary } from '../vocabulary.ts';

const PATH = 'protocol';

/** `cells` of all parts; empty while they are not known. */
export function resolveProtocol(
  typed: ProtocolFile,
  cells: readonly Cell[],
  freshSeed: number,
  vocabulary: Vocabulary,
  problems: ProblemList,
): Protocol {
  const byDefault = DEFAULTS.protocol;
  const durationMs = (key: 'budget' | 'timeout') => parseDurationMs(typed[key] ?? byDefault[key])!;
  const protocol: Protocol = {
    sessions: typed.sessions ?? null,
    exchangesPerVisit: typed.exchangesPerVisit ?? null,
    budgetMs: durationMs('budget'),
    warmup: resolveWarmup(typed.warmup),
    timeoutMs: durationMs('timeout'),
    margin: parseShare(typed.margin ?? byDefault.margin)!,
    precision: parseShare(typed.precision ?? byDefault.precision)!,
    confidence: parseShare(typed.confidence ?? byDefault.confidence)!,
    published: typed.published ?? null,
    seed: typed.seed ?? freshSeed,
    ...(typed.interleave !== undefined && { interleave: typed.interleave }),
    ...(typed.design === 'predicted' && { design: typed.design }),
  };
  checkRanges(protocol, problems);
  const few = typed.precision === undefined ? null : tooFewSessionsProblem(protocol.sessions);
  if (few !== null) problems.add([PATH, 'sessions'], few);
  const warmup = cells.length === 0 ? null : warmupProblem(protocol, cells);
  if (warmup !== null) problems.add([PATH, 'budget'], warmup);
  if (typed.twin === undefined) return protocol;
  const { filter } = compileFilter(typed.twin, [PATH, 'twin'], cells, vocabulary, problems);
  return { ...protocol, twin: filter };
}

/** Exchanges, or a time: code has to be warm in that case too. */
function resolveWarmup(typed: ProtocolFile['warmup']): Warmup {
  const { warmup } = DEFAULTS.protocol;
  if (typeof typed === 'string') return { exchanges: warmup, leastMs: parseDurationMs(typed)! };
  return typed === undefined
    ? { exchanges: warmup, leastMs: 0 }
    : { exchanges: typed, given: true, leastMs: 0 };
}

function checkRanges(protocol: Protocol, problems: ProblemList): void {
  const { margin, precision, confidence, budgetMs, timeoutMs } = protocol;
  if (margin > 0.5) problems.add([PATH, 'margin'], 'a margin above 50 % decides nothing; from 0% to 50%');
  const ofPrecision = precisionProblem(precision);
  if (ofPrecision !== null) problems.add([PATH, 'precision'], ofPrecision);
  if (confidence < 0.5 || confidence > 0.999) {
    problems.add([PATH, 'confidence'], 'must be from 50% to 99.9%; usual is 95%');
  }
  const budget = budgetProblem(budgetMs);
  if (budget !== null) problems.add([PATH, 'budget'], budget);
  if (timeoutMs < 1 || timeoutMs > LIMITS.longestBudgetMs) {
    problems.add([PATH, 'timeout'], 'must be from 1ms to 168h');
  }
}

/** What is wrong with a precision; null where it can be aimed at. */
export function precisionProblem(precision: number): string | null {
  if (precision === 0) return 'no interval is that narrow; from 0.1% to 100%, usual is 10%';
  if (precision > 1) return 'above 100 % nothing is asked; from 0.1% to 100%, usual is 10%';
  if (precision < LIMITS.leastPrecision) {
    return 'is finer than any clock or machine here can tell; from 0.1% to 100%, usual is 10%';
  }
  return null;
}

/** Says so where there are sessions enough for no answer, and yet a precision is asked for; else null. */
export function tooFewSessionsProblem(sessions: number | null): string | null {
  if (sessions === null || sessions >= FEWEST_SESSIONS) return null;
  return `${sessions} ${plural(sessions, 'session')} and a precision contradict each other: with fewer than ${FEWEST_SESSIONS} sessions every answer is provisional; leave sessions out, ask for ${FEWEST_SESSIONS} or more, or take the precision away`;
}

/** What is wrong with a budget; null where it is in range. */
export function budgetProblem(budgetMs: number): string | null {
  const inRange = budgetMs >= LIMITS.shortestBudgetMs && budgetMs <= LIMITS.longestBudgetMs;
  return inRange ? null : 'must be from 1s to 168h';
}

/**
 * Longest time for each session, ms: the budget is shared by all sessions of every browser × target × place
 * (loopback or link), of each of which there is one at least; interleaved targets have the same sessions.
 */
export function sessionBudgetMs(
  { budgetMs, sessions, interleave }: Protocol,
  cells: readonly Cell[],
): number {
  const kinds = cells.map(
    ({ browser, target, network }) =>
      `${browser} ${interleave === 'target' ? '' : target} ${network === NO_NETWORK}`,
  );
  return budgetMs / ((sessions ?? 1) * new Set(kinds).size);
}

/** Says so where a warm-up by time leaves nothing of a session; else null. */
export function warmupProblem(protocol: Protocol, cells: readonly Cell[]): string | null {
  const { leastMs } = protocol.warmup;
  const sessionMs = sessionBudgetMs(protocol, cells);
  if (leastMs === 0 || leastMs < sessionMs) return null;
  const [warmup, session] = [sayDuration(leastMs), sayDuration(sessionMs)];
  return `leaves ${session} for each session, which the warm-up of ${warmup} uses up`;
}
