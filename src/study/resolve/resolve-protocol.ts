// The protocol of a study file → every value filled in, in milliseconds and shares.

import { plural } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { parseDurationMs, parseShare } from '../../base/units-as-typed.ts';
import type { Cell } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import { compileFilter } from '../cells/filter.ts';
import { DEFAULTS, LIMITS } from '../defaults.ts';
import type { ProblemList } from '../file/problem-list.ts';
import type { ProtocolFile } from '../file/study-file.ts';

import type { Protocol } from '../study.ts';
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
  const durationMs = (key: 'budget' | 'warmup' | 'timeout') => parseDurationMs(typed[key] ?? byDefault[key])!;
  const sessions = typed.sessions ?? byDefault.sessions;
  const protocol: Protocol = {
    sessions,
    exchangesPerVisit: typed.exchangesPerVisit ?? byDefault.exchangesPerVisit,
    budgetMs: durationMs('budget'),
    warmupMs: durationMs('warmup'),
    timeoutMs: durationMs('timeout'),
    margin: parseShare(typed.margin ?? byDefault.margin)!,
    confidence: parseShare(typed.confidence ?? byDefault.confidence)!,
    looks: resolveLooks(typed.looks ?? [], sessions, problems),
    published: typed.published ?? null,
    seed: typed.seed ?? freshSeed,
  };
  checkRanges(protocol, problems);
  const warmup = cells.length === 0 ? null : warmupProblem(protocol, cells);
  if (warmup !== null) problems.add([PATH, 'budget'], warmup);
  if (typed.twin === undefined) return protocol;
  const { filter } = compileFilter(typed.twin, [PATH, 'twin'], cells, vocabulary, problems);
  return { ...protocol, twin: filter };
}

/** The last session is always a look. */
export function endingLooks(looks: readonly number[], sessions: number): number[] {
  return [...looks.filter((look) => look < sessions), sessions];
}

function resolveLooks(typed: readonly number[], sessions: number, problems: ProblemList): number[] {
  for (const [index, look] of typed.entries()) {
    const path = [PATH, 'looks', index];
    if (look > sessions)
      problems.add(path, `${look} is beyond the ${sessions} ${plural(sessions, 'session')}`);
    if (index > 0 && look <= typed[index - 1]!) problems.add(path, 'looks must grow: 2, 4, 6');
  }
  return endingLooks(typed, sessions);
}

function checkRanges(protocol: Protocol, problems: ProblemList): void {
  const { margin, confidence, budgetMs, timeoutMs } = protocol;
  if (margin > 0.5) problems.add([PATH, 'margin'], 'a margin above 50 % decides nothing; from 0% to 50%');
  if (confidence < 0.5 || confidence > 0.999) {
    problems.add([PATH, 'confidence'], 'must be from 50% to 99.9%; usual is 95%');
  }
  const budget = budgetProblem(budgetMs);
  if (budget !== null) problems.add([PATH, 'budget'], budget);
  if (timeoutMs < 1 || timeoutMs > LIMITS.longestBudgetMs) {
    problems.add([PATH, 'timeout'], 'must be from 1ms to 168h');
  }
}

/** What is wrong with a budget; null where it is in range. */
export function budgetProblem(budgetMs: number): string | null {
  const inRange = budgetMs >= LIMITS.shortestBudgetMs && budgetMs <= LIMITS.longestBudgetMs;
  return inRange ? null : 'must be from 1s to 168h';
}

/**
 * Time for each session, ms: the budget is shared by all sessions of every browser × target × place (loopback
 * or link).
 */
export function sessionBudgetMs({ budgetMs, sessions }: Protocol, cells: readonly Cell[]): number {
  const kinds = cells.map(({ browser, target, network }) => `${browser} ${target} ${network === NO_NETWORK}`);
  return budgetMs / (sessions * new Set(kinds).size);
}

/** Says so where the warm-up leaves nothing of a session; else null. */
export function warmupProblem(protocol: Protocol, cells: readonly Cell[]): string | null {
  const sessionMs = sessionBudgetMs(protocol, cells);
  if (protocol.warmupMs < sessionMs) return null;
  const [warmup, session] = [sayDuration(protocol.warmupMs), sayDuration(sessionMs)];
  return `leaves ${session} for each session, which the warm-up of ${warmup} uses up`;
}
