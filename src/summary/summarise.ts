// The record → the summary. Pure: the same record gives the same summary, years later.

import type { ProbeRow, RunFile } from '../record/record.ts';
import type { SampleTable } from '../record/sample-table.ts';
import { levelAtLook } from '../stats/looks.ts';
import { summariseAdvice } from './advice.ts';
import { cellSummary } from './bill/cell-summary.ts';
import { emptyExchanges } from './bill/empty-exchanges.ts';
import { claimSummary } from './claims/claims.ts';
import { publishedFigures } from './claims/published-figures.ts';
import { publishedProtocol } from './claims/published-protocol.ts';
import { bestPerGroup } from './comparisons/best-of.ts';
import { compareCells } from './comparisons/comparisons.ts';
import { findMargins } from './comparisons/margins.ts';
import { compareTwins, worstTwin } from './comparisons/twins.ts';
import { ownIndex } from './index/own-index.ts';
import { runTimes } from './samples/cell-times.ts';
import { countedSamples } from './samples/counted-samples.ts';
import { linkSummary } from './samples/link-summary.ts';
import { metricTimes } from './samples/metric-times.ts';
import { finishedRotations } from './samples/rotations.ts';
import { SUMMARY_VERSION, type Summary } from './summary.ts';
import { derivedWarnings } from './warnings/derived-warnings.ts';

/**
 * Also made while a run goes on, at its planned looks (`undecidedComparisons` then tells whether it may
 * stop).
 */
export function summarise(run: RunFile, rows: SampleTable, probes: readonly ProbeRow[]): Summary {
  const { study, plan } = run;
  const counted = countedSamples(run, rows);
  const times = runTimes(run, counted);
  const empty = emptyExchanges(plan.cells, counted);
  const probesOf = Map.groupBy(countedProbes(counted.sessions, probes), (probe) => probe.cell);
  const published = publishedProtocol(run, counted);
  const cells = plan.cells.map((cell) =>
    cellSummary(run, times, empty, published, probesOf.get(cell.id) ?? [], cell),
  );
  const own = ownIndex(run, rows, probes, { cells, confidence: study.protocol.confidence });
  const timesFor = metricTimes(run, times, probes, own.index);
  const twins = compareTwins(run, times);
  const alpha = levelAtLook(1 - study.protocol.confidence, plan.looks, finishedRotations(run));
  const margins = findMargins(times, twins, study.protocol.margin);
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
    seed: plan.seed,
    sessions: {
      complete: run.sessions.filter((session) => session.status === 'complete').length,
      planned: plan.sessions.length,
      leftOut: run.sessions.length - counted.sessions.length,
    },
    cells,
    comparisons: compareCells(run, times, alpha, margins),
    twin: worstTwin(twins),
    twins,
    claims: study.claims.map((claim) => claimSummary(run, { times, timesFor }, alpha, margins, claim)),
    exchangeShare: exchangeShare(counted.sessions),
    link: linkSummary(run, counted.sessions),
    warnings: run.warnings,
  };
  const advice = summariseAdvice(run, summary);
  const { publishedFigures: tables, indicators, protocol } = study;
  return {
    ...summary,
    ...(tables !== undefined && { publishedFigures: publishedFigures(tables, cells, run, own.index) }),
    ...(indicators !== undefined && {
      best: bestPerGroup(indicators, cells, timesFor, {
        alpha,
        margin: protocol.margin,
        marginsFor: (of) => findMargins(of, compareTwins(run, of), protocol.margin),
      }),
    }),
    ...(own.index !== null && { index: own.index }),
    warnings: [...run.warnings, ...derivedWarnings(run, times, summary), ...own.warnings],
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
