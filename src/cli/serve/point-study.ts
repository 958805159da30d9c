// A place between what was measured, as the sliders of a report have it: what is measured there, and how far
// the prediction was from it.

import { UserError } from '../../base/errors.ts';
import { threeDigits } from '../../base/figures/numbers.ts';
import { count } from '../../base/figures/plurals.ts';
import { type Interval, isKnown } from '../../base/figures/ratios.ts';
import { quoted } from '../../base/spelling.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { type RequestCell, wordOf } from '../../factors/cell.ts';
import type { RunFile } from '../../record/record.ts';
import type { SampleTable } from '../../record/sample-table.ts';
import { payloadsNamedBy } from '../../study/cells/keep-cells.ts';
import type { CellFilter, Study } from '../../study/study.ts';
import { decisionsFor } from '../../summary/predicted/decisions.ts';
import { wayKey } from '../../summary/predicted/ways.ts';
import { type WhatIfTime, whatIfTime } from '../../summary/predicted/what-if.ts';
import type { Summary } from '../../summary/summary.ts';
import type { RunResult } from '../../ui/jobs/run-result.ts';
import type { Point } from '../../ui/studies/asked.ts';
import { typedNetwork } from '../advise/typed-network.ts';

export interface PointStudy {
  readonly study: Study;
  /** By `wayKey`, what the record's model says of it; absent: nothing. */
  readonly predicted: ReadonlyMap<string, WhatIfTime>;
}

const NETWORK = 'point';
const BUDGET_MS = 120_000;

/** Throws a UserError where there is no such point, or the record predicts nothing. */
export function pointStudy(run: RunFile, samples: SampleTable, point: Point, seed: number): PointStudy {
  const { record, group, mbits, rttMs, n } = point;
  const wrong = (what: string) => new UserError([{ file: record, path: '', what }]);
  const areFigures = [mbits, rttMs, n].every((value) => Number.isFinite(value) && value > 0);
  if (!areFigures) throw wrong('is asked for a point without bandwidth, round trip or number of objects');
  const decisions = decisionsFor(run, samples);
  if ('reasons' in decisions) throw wrong(`predicts nothing: ${decisions.reasons.join('; ')}`);
  const decision = decisions[group];
  if (decision === undefined) throw wrong(`has no choice number ${quoted(group)}`);
  const { ways, whatIf } = decision;
  const at = whatIf.ns.indexOf(n);
  if (at < 0) throw wrong(`says nothing of ${count(n, 'object')}`);
  const network = networkTyped(mbits, rttMs);
  const cells = ways.map((way): RequestCell => ({ ...way, n, network: NETWORK }));
  const told = ways.flatMap((way, i) => {
    const row = whatIf.rows[i]?.[at] ?? null;
    return row === null ? [] : [{ way, time: whatIfTime(row, whatIf, network) }];
  });
  const best = told.toSorted((a, b) => a.time.totalMs - b.time.totalMs)[0]?.way ?? ways[0]!;
  return {
    study: studyAt(run.study, cells, { ...best, n, network: NETWORK }, network, seed, point),
    predicted: new Map(told.map(({ way, time }) => [wayKey(way), time])),
  };
}

function networkTyped(mbits: number, rttMs: number) {
  const problems: ConstructorParameters<typeof UserError>[0][number][] = [];
  const network = typedNetwork('point', `${NETWORK}=${mbits}mbit/${rttMs}ms`, problems);
  if (network === null) throw new UserError(problems);
  return network;
}

function studyAt(
  before: Study,
  cells: readonly RequestCell[],
  best: RequestCell,
  network: ReturnType<typeof networkTyped>,
  seed: number,
  { record, mbits, rttMs, n }: Point,
): Study {
  const { twin: _, design: __, interleave: ___, ...protocol } = before.protocol;
  const place = `n = ${n}, over ${mbits} Mbit/s and ${rttMs} ms`;
  return {
    name: `${before.name}-point`,
    title: `A point of ${record}: ${place}`,
    question: `Which way is the quickest at ${place}?`,
    source: null,
    standIns: [],
    parts: [{ name: NETWORK, title: place, cells }],
    networks: [network],
    payloads: payloadsNamedBy(cells, before.payloads),
    protocol: { ...protocol, sessions: null, budgetMs: BUDGET_MS, published: null, seed },
    comparisons: cells.length > 1 ? [{ against: filterOf(best, cells) }] : [],
    claims: [],
  };
}

/** What tells it from the others. */
function filterOf(cell: RequestCell, cells: readonly RequestCell[]): CellFilter {
  const words = (name: (typeof FACTOR_NAMES)[number]) => new Set(cells.map((each) => wordOf(each, name)));
  const telling = FACTOR_NAMES.filter((name) => words(name).size > 1);
  return Object.fromEntries(telling.map((name) => [name, [wordOf(cell, name)]])) as CellFilter;
}

/** Beside what was measured, what had been predicted of it. */
export function predictedBeside({ cells }: Summary, { predicted }: PointStudy): RunResult['tables'][number] {
  const rows = cells.flatMap(({ id, factors, twinOf, totalMs }) => {
    const time = 'format' in factors ? predicted.get(wayKey(factors as RequestCell)) : undefined;
    if (twinOf !== null || totalMs === null || time === undefined) return [];
    return [
      [
        id,
        sayInterval(time.totalMs, time.interval),
        sayInterval(totalMs.median, totalMs.interval),
        sayWhetherMeet(time.interval, totalMs.interval),
      ],
    ];
  });
  return {
    title: 'Predicted and measured, ms',
    columns: [
      { title: 'way', align: 'left' },
      { title: 'predicted', align: 'right' },
      { title: 'measured', align: 'right' },
      { title: 'intervals meet', align: 'left' },
    ],
    rows,
    notes: [],
  };
}

function sayInterval(middle: number, interval: Interval): string {
  const within = isKnown(interval) ? interval.map(threeDigits).join(', ') : 'unknown';
  return `${threeDigits(middle)} [${within}]`;
}

/** One that nobody knows reaches everywhere, and would meet any. */
function sayWhetherMeet(one: Interval, other: Interval): string {
  if (!isKnown(one) || !isKnown(other)) return 'unknown';
  return one[0] <= other[1] && other[0] <= one[1] ? 'yes' : 'no';
}
