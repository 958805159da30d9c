// The record → the summary. Pure: the same record gives the same summary, years later.

import { serversFirst } from '../base/warnings/warning.ts';
import type { ProbeRow, RunFile } from '../record/record.ts';
import { plannedSessions } from '../record/rotations.ts';
import type { SampleTable } from '../record/sample-table.ts';
import type { Protocol } from '../study/study.ts';
import { summariseAdvice } from './advice/advice.ts';
import { cellSummary } from './bill/cell-summary.ts';
import { emptyExchanges } from './bill/empty-exchanges.ts';
import { claimSummary } from './claims/claims.ts';
import { publishedFigures } from './claims/published-figures.ts';
import { publishedProtocol } from './claims/published-protocol.ts';
import { bestPerGroup } from './comparisons/best-of.ts';
import { compareCells } from './comparisons/comparisons.ts';
import { findFamilies } from './comparisons/families.ts';
import { figuresAtLooks } from './comparisons/figures-at-looks.ts';
import { looksTaken } from './comparisons/looks-taken.ts';
import { asTwin, compareTwins, heldToTwins, twinAlarms, worstTwin } from './comparisons/twins.ts';
import { ownIndex } from './index/own-index.ts';
import { cellLevels } from './samples/cell-levels.ts';
import { runTimes } from './samples/cell-times.ts';
import { comparedSummary } from './samples/compared-answers.ts';
import { countedSamples } from './samples/counted-samples.ts';
import { firstUses } from './samples/first-use.ts';
import { linkSummary } from './samples/link-summary.ts';
import { machineSummaries } from './samples/machine-summary.ts';
import { metricTimes } from './samples/metric-times.ts';
import { cellWaits, waitTimes } from './samples/wait-times.ts';
import { SUMMARY_VERSION, type Summary } from './summary.ts';
import { urlWhatIfs } from './urls/what-if.ts';
import { derivedWarnings } from './warnings/derived-warnings.ts';

/** The widest difference told as `within`, of records from before a study could say. */
const USUAL_PRECISION = 0.1;

/** Also made while a run goes on, at its looks (`openQuestions` then tells whether it may stop). */
export function summarise(run: RunFile, rows: SampleTable, probes: readonly ProbeRow[]): Summary {
  const { study, plan } = run;
  const counted = countedSamples(run, rows);
  const times = runTimes(run, counted);
  const waits = waitTimes(run, times);
  const empty = emptyExchanges(plan.cells, counted);
  const probesOf = Map.groupBy(countedProbes(counted.sessions, probes), (probe) => probe.cell);
  const published = publishedProtocol(run, counted);
  const firstUse = firstUses(counted, times.machines, 1 - study.protocol.confidence);
  const levels = { logTotal: cellLevels(times), waitMs: cellWaits(times, waits) };
  const cells = plan.cells.map((cell) =>
    cellSummary(run, times, levels, empty, published, firstUse, probesOf.get(cell.id) ?? [], cell),
  );
  const own = ownIndex(run, rows, probes, { cells, confidence: study.protocol.confidence });
  const timesFor = metricTimes(run, waits, probes, own.index);
  const families = findFamilies(run);
  const looks = heldToTwins(run, waits, looksTaken(run, families.pool), families);
  const figuresAt = figuresAtLooks(run, waits, probes, own.index);
  const lastLook = looks.at(-1)!;
  const twins = compareTwins(run, waits, lastLook, families);
  const alarms = twinAlarms(run, twins);
  const { precision = USUAL_PRECISION }: Protocol & { readonly precision?: number } = study.protocol;
  const machines = machineSummaries(run, times.machines, twins);
  const summary: Summary = {
    version: SUMMARY_VERSION,
    wirefare: run.wirefare,
    study: study.name,
    title: study.title,
    question: study.question,
    source: study.source,
    standIns: study.standIns,
    networks: study.networks,
    status: run.status,
    startedAt: run.startedAt,
    confidence: study.protocol.confidence,
    margin: study.protocol.margin,
    precision,
    seed: plan.seed,
    sessions: {
      complete: run.sessions.filter((session) => session.status === 'complete').length,
      planned: plannedSessions(run),
      leftOut: run.sessions.length - counted.sessions.length,
    },
    looks: looks.flatMap(({ rotations }) => rotations ?? []),
    comparisonsInFamily: families.asked.length,
    cells,
    comparisons: compareCells(run, waits, { looks, families, precision }),
    twin: worstTwin(twins.map(asTwin)),
    twins: twins.map(asTwin),
    twinAlarms: alarms,
    claims: study.claims.map((claim) => claimSummary(run, figuresAt, { looks, alarms }, claim)),
    exchangeShare: exchangeShare(counted.sessions),
    link: linkSummary(run, counted.sessions),
    warnings: run.warnings,
    ...(machines !== null && { machines }),
  };
  const compared = comparedSummary(counted.sessions);
  const advice = summariseAdvice(run, summary, { times: waits, looks });
  const urls = urlWhatIfs(run, cells);
  const { publishedFigures: tables, indicators, protocol } = study;
  return {
    ...summary,
    ...(tables !== undefined && { publishedFigures: publishedFigures(tables, cells, run, own.index) }),
    ...(indicators !== undefined && {
      best: bestPerGroup(indicators, cells, timesFor, { looks, margin: protocol.margin }),
    }),
    ...(compared !== null && { compared }),
    ...(own.index !== null && { index: own.index }),
    warnings: serversFirst([...run.warnings, ...derivedWarnings(run, times, summary), ...own.warnings]),
    ...(urls.length > 0 && { urls }),
    ...(advice === null ? {} : { advice }),
  };
}

function countedProbes(sessions: RunFile['sessions'], probes: readonly ProbeRow[]): ProbeRow[] {
  const counted = new Set(sessions.map((session) => session.session));
  return probes.filter((probe) => counted.has(probe.session));
}

function exchangeShare(sessions: RunFile['sessions']): number {
  const wallMs = sessions.reduce((sum, session) => sum + session.wallMs, 0);
  const exchangesMs = sessions.reduce((sum, session) => sum + session.exchangesMs, 0);
  return wallMs > 0 ? exchangesMs / wallMs : 0;
}
