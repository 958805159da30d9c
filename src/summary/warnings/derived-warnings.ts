// Warnings that only the whole record shows. Each says what was seen, with its figure, and what to do about
// it, knowing what is already on. What the run itself warned of is not said twice.

import { shortFigure, shortPercent } from '../../base/figures/numbers.ts';
import { count, listed, plural } from '../../base/figures/plurals.ts';
import { between, shareBetween, times } from '../../base/figures/ratios.ts';
import { WARNINGS } from '../../base/warnings/catalogue.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { isElsewhere } from '../../factors/browser.ts';
import { isSequence } from '../../factors/cell.ts';
import { machineOfSessions, machinesOf } from '../../record/machines.ts';
import type { RunFile } from '../../record/record.ts';
import { measuresUrls, urlNames } from '../../study/study.ts';
import { streamedWarnings } from '../bill/streamed.ts';
import { plannedComparisons } from '../comparisons/comparisons.ts';
import { onDifferentNodes, ratioTerms } from '../comparisons/contrast.ts';
import { type RunTimes, sessionsBySet } from '../samples/cell-times.ts';
import { meanOver } from '../samples/column-means.ts';
import { modelWarnings } from '../samples/link-summary.ts';
import type { CellSummary, Summary } from '../summary.ts';
import { busyMachine } from './busy-machine.ts';
import { connectionWarnings } from './connection-warnings.ts';
import { driftWarnings } from './drift-warnings.ts';
import { exceptionWarnings } from './exception-warnings.ts';
import { failedRequests } from './failed-requests.ts';
import { heldBack } from './held-back.ts';
import { machinesThatDiffer } from './machine-warnings.ts';
import { failedSequences, messageWarnings } from './message-warnings.ts';
import { noKeepAlive } from './no-keep-alive.ts';
import { repeatedRecords } from './repeated-records.ts';
import { examples, sayCellCount } from './say-cells.ts';
import { smallWaits } from './small-waits.ts';
import { unsizedAnswers } from './unsized-answers.ts';

/** Above this an interval says nothing. */
const TELLABLE = 100;
const FEW_SESSIONS = WARNINGS['few-sessions'].bounds.sessions;

export function derivedWarnings(run: RunFile, times: RunTimes, summary: Summary): Warning[] {
  // Whoever drove the sessions says how busy it was, wherever their browsers ran.
  const machineOf = machineOfSessions(run);
  const derived = [
    ...modelWarnings(run),
    ...fewSessions(run, times, summary),
    ...cellsWithFewerSessions(times, summary),
    ...coarseClocks(run, times),
    ...differentNodes(run, times),
    ...machinesOf(run).flatMap(({ host }, machine) =>
      busyMachine(
        times.counted.sessions.filter(({ session }) => machineOf(session) === machine),
        host.cores,
      ),
    ),
    ...machinesThatDiffer(summary),
    ...driftWarnings(run, times),
    ...doubtfulTimings(times),
    ...connectionWarnings(times),
    ...smallWaits(run, times),
    ...heldBack(run, times),
    ...noKeepAlive(run),
    ...unsizedAnswers(run),
    ...itemsThatDoNotAddUp(summary),
    ...streamedWarnings(summary.cells),
    ...exceptionWarnings(run, summary.cells),
    ...twinsThatDiffer(summary),
    ...highNoiseFloor(summary),
    ...unmeasuredCells(summary, 'failed'),
    ...unmeasuredCells(summary, 'skipped'),
    ...failedRequests(run, times, summary),
    ...failedExchanges(summary, urlNames(run.study)),
    ...failedSequences(times, summary),
    ...messageWarnings(times, summary),
    ...repeatedRecords(summary.cells, run.study.payloads),
    ...damagedLines(run, times),
  ];
  return derived.filter((each) => !run.warnings.some((own) => saysTheSame(own, each)));
}

/** A killed run leaves half a line: one is nobody's fault. */
function damagedLines(run: RunFile, times: RunTimes): Warning[] {
  const { damagedLines: lines } = times.counted.table;
  if (lines === 0 || (lines === 1 && run.status !== 'complete')) return [];
  const what = `${lines} ${plural(lines, 'line')} of samples.ndjson cannot be read and ${plural(lines, 'is', 'are')} left out`;
  return [raise('damaged-record', what)];
}

/**
 * Of the same session, or in the same words: one warning of a kind does not speak for other sessions and
 * cells.
 */
function saysTheSame(own: Warning, derived: Warning): boolean {
  if (own.kind !== derived.kind || own.session !== derived.session) return false;
  return own.session !== null || own.what === derived.what;
}

function fewSessions(run: RunFile, times: RunTimes, summary: Summary): Warning[] {
  const perSet = sessionsBySet(times.cells.values());
  const fewest = Math.min(...perSet.values());
  if (perSet.size === 0 || fewest >= FEW_SESSIONS) return [];
  const planned = run.study.protocol.sessions ?? fewest;
  const whose = ofWhichSets(perSet, fewest);
  const what =
    fewest === 1
      ? times.severalSessions
        ? `one session only${whose}: nothing tells how far its medians may be off`
        : `one session only${whose}: intervals come from its blocks and know nothing of the drift between sessions`
      : `${fewest} sessions${whose}: intervals are wide, because each session counts as one observation`;
  const more = measuresUrls(run.study)
    ? 'give it more time (--budget)'
    : planned > fewest
      ? summary.status === 'complete'
        ? `${planned} were planned: give the run more time (--budget)`
        : `${planned} were planned: go on with the run (--resume)`
      : run.advice === undefined
        ? sayMoreSessions(run.study.protocol.sessions)
        : 'give the advice more time (--budget), or ask for fewer networks';
  return [raise('few-sessions', what, { advice: more })];
}

/** Where the budget decided how many there were, only more of it helps. */
function sayMoreSessions(asked: number | null): string {
  return asked === null
    ? 'give the run more time (--budget), or go on with it (--resume)'
    : `set protocol.sessions to 6 or more (it is ${asked}), or leave it out`;
}

/** Which browsers and targets have so many sessions: the heading of a report counts those of all together. */
function ofWhichSets(perSet: ReadonlyMap<string, number>, sessions: number): string {
  const sets = [...perSet].filter(([, number]) => number === sessions).map(([set]) => set);
  if (perSet.size === 1) return '';
  return sets.length === perSet.size ? ' of each browser and target' : ` of ${listed(sets)}`;
}

/** Cells that some sessions dropped: few sessions stand behind them, though the run has more. */
function cellsWithFewerSessions(times: RunTimes, summary: Summary): Warning[] {
  const perSet = sessionsBySet(times.cells.values());
  const fewer = summary.cells.filter((cell) => {
    const found = times.cells.get(cell.id);
    if (found === undefined || cell.sessions >= FEW_SESSIONS) return false;
    return cell.sessions < perSet.get(found.sessionSet)!;
  });
  return [...Map.groupBy(fewer, (cell) => cell.sessions)].map(([sessions, group]) => {
    const most = Math.max(...group.map((cell) => perSet.get(times.cells.get(cell.id)!.sessionSet)!));
    const what = `${sayCellCount(group)} measured in ${sessions} of ${most} sessions only (${examples(group)})`;
    const advice = 'the record says why the other sessions left them out (dropped)';
    return raise('few-sessions', what, { advice });
  });
}

function coarseClocks({ plan }: RunFile, { counted, cells }: RunTimes): Warning[] {
  const seen = new Map<string, Warning>();
  const onlyMessages = cells.size > 0 && [...cells.values()].every(({ cell }) => isSequence(cell.factors));
  for (const { agent, planned } of counted.sessions) {
    if (agent === null || seen.has(agent.engine)) continue;
    const isolated = agent.crossOriginIsolated || agent.engine === 'node';
    if (agent.clockStepUs <= WARNINGS['coarse-clock'].bounds.stepUs && isolated) continue;
    const what = `the clock of ${agent.engine} moves in steps of ${shortFigure(agent.clockStepUs)} µs`;
    // Pages on loopback are isolated: a Grid on this machine whose pages are not has its nodes elsewhere.
    const advice = isolated
      ? onlyMessages
        ? 'single latencies move in such steps; sums over a sequence rest on many of them'
        : 'read short items from the batched probes; totals are means over many steps'
      : isElsewhere(plan.sessions[planned]?.browser ?? '')
        ? 'off this machine browsers give pages a finer one over HTTPS alone: name protocol: https1 or h2; else trust totals and batched items, no single short one'
        : 'the page is not cross-origin isolated: open it over HTTPS or on localhost';
    seen.set(agent.engine, raise('coarse-clock', what, { advice }));
  }
  return [...seen.values()];
}

function differentNodes(run: RunFile, times: RunTimes): Warning[] {
  if (times.nodes.size === 0) return [];
  const pairs = plannedComparisons(run).filter(({ a, b }) => onDifferentNodes(times, ratioTerms(a, b)));
  if (pairs.length === 0) return [];
  const nodes = new Set(times.nodes.values()).size;
  const isGrid = run.sessions.some(({ agent }) => agent?.placed !== undefined);
  const where = isGrid ? `${count(nodes, 'machine')} of a Grid` : count(nodes, 'device');
  const what = `${count(pairs.length, 'comparison')} without an answer, as the sessions ran on ${where}: ${pairs[0]!.a} with ${pairs[0]!.b}`;
  return [raise('different-nodes', what)];
}

function doubtfulTimings(times: RunTimes): Warning[] {
  let doubtful = 0;
  let all = 0;
  for (const { cell, samples } of times.cells.values()) {
    if (isSequence(cell.factors)) continue;
    all += samples.rows.length;
    const share = meanOver(times.counted.table.timingDoubtful, samples.rows);
    doubtful += Math.round(share * samples.rows.length);
  }
  if (all === 0 || doubtful / all <= WARNINGS['timing-doubtful'].bounds.share) return [];
  const what = `${shortPercent(doubtful / all)} of the exchanges lack Resource Timing or have it out of order`;
  return [raise('timing-doubtful', what)];
}

/** What a server in front does before the first byte is in no item, and a warning of its own. */
function itemsThatDoNotAddUp(summary: Summary): Warning[] {
  const { leastShare, mostShare } = WARNINGS['items-do-not-add-up'].bounds;
  const off = summary.cells.filter(
    ({ accountedShare: share, streamed = false }) =>
      share !== null && (share > mostShare || (share < leastShare && !streamed)),
  );
  if (off.length === 0) return [];
  const worstCell = off.reduce((a, b) =>
    Math.abs(b.accountedShare! - 1) > Math.abs(a.accountedShare! - 1) ? b : a,
  );
  const measured = summary.cells.filter(({ accountedShare }) => accountedShare !== null).length;
  const what =
    `the items of ${off.length} of ${measured} ${plural(measured, 'cell')} do not add up to the total within 5 %: ` +
    `furthest off is ${worstCell.id} with ${shareBetween(worstCell.accountedShare!, worstCell.accountedInterval)}${byChance(off)}`;
  return [raise('items-do-not-add-up', what)];
}

function byChance(off: readonly CellSummary[]): string {
  const { leastShare, mostShare } = WARNINGS['items-do-not-add-up'].bounds;
  const few = off.filter(
    ({ accountedInterval: [low, high] = [1, 1] }) => low <= mostShare && high >= leastShare && low < high,
  ).length;
  if (few === 0) return '';
  return few === off.length
    ? '; so few samples may miss by that'
    : `; in ${few} of them so few samples may miss by that`;
}

/** What the interval leaves out cannot be chance: the run treats two names of one thing in two ways. */
function twinsThatDiffer({ twinAlarms }: Summary): Warning[] {
  return twinAlarms.map(({ twin, cells }) => {
    const what = `${twin.cell} and its twin, which are the same, differ: ${times(twin.ratio)} ${between(twin.interval)}`;
    const advice = `no answer is given about ${sayCellCount(cells)} of that browser, target and network: measure again on a quieter machine`;
    return raise('twins-differ', what, { advice });
  });
}

function highNoiseFloor(summary: Summary): Warning[] {
  const { twin } = summary;
  if (twin === null || twin.noiseFloor <= WARNINGS['noise-floor-high'].bounds.share) return [];
  const reach =
    twin.noiseFloor < TELLABLE ? `by up to ${shortPercent(twin.noiseFloor)}` : 'by nobody knows how much';
  const what = `the same cell measured twice differs ${reach} (${twin.cell})`;
  const advice =
    'comparisons are about as wide: more time (--budget) or a quieter machine make them narrower';
  return [raise('noise-floor-high', what, { advice })];
}

/** One warning for each reason, not for each cell. */
function unmeasuredCells(summary: Summary, status: 'failed' | 'skipped'): Warning[] {
  const cells = summary.cells.filter((cell) => cell.status === status);
  return [...Map.groupBy(cells, (cell) => cell.reason)].map(([reason, group]) => {
    const were = plural(group.length, 'was', 'were');
    const verb = status === 'failed' ? 'could not be measured' : `${were} skipped`;
    const what = `${sayCellCount(group)} ${verb}: ${reason} (${examples(group)})`;
    return status === 'failed' ? raise('cell-failed', what) : raise('cell-skipped', what);
  });
}

/** `urls`: targets of which `failedRequests` tells. */
function failedExchanges(summary: Summary, urls: readonly string[]): Warning[] {
  const cells = summary.cells.filter(
    ({ status, failures, factors }) =>
      status === 'measured' && failures > 0 && !isSequence(factors) && !urls.includes(factors.target),
  );
  if (cells.length === 0) return [];
  const failures = cells.reduce((sum, cell) => sum + cell.failures, 0);
  const exchanges = cells.reduce((sum, cell) => sum + cell.exchanges + cell.failures, 0);
  const what = `${failures} of ${exchanges} ${plural(exchanges, 'exchange')} in ${sayCellCount(cells)} did not complete (${examples(cells)})`;
  return [raise('cell-failed', what, { advice: 'the record has the reason of each' })];
}
