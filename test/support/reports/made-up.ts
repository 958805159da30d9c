// A made-up run for the tests of the reports: medians come from a formula, verdicts from the medians, so that
// a test can order exactly the ties, skips and failures that it is about.

import { seededRandom } from '../../../src/base/random.ts';
import type { FactorName } from '../../../src/factors/catalogue.ts';
import { type Cell, wordOf } from '../../../src/factors/cell.ts';
import { recordedCell } from '../../../src/factors/recorded-cell.ts';
import { NO_TIMES, SAMPLE_PHASES } from '../../../src/items/columns.ts';
import { columnOf, type Phase } from '../../../src/items/items.ts';
import { NETWORKS } from '../../../src/network/profiles.ts';
import type { RunFile, SampleRow } from '../../../src/record/record.ts';
import { makeSampleTable } from '../../../src/record/sample-table.ts';
import type { ReportInput } from '../../../src/report/report.ts';
import { answerOf, widestDifference } from '../../../src/stats/answers/verdict.ts';
import type { Comparison } from '../../../src/summary/comparisons/comparison.ts';
import type { CellSummary, Summary } from '../../../src/summary/summary.ts';
import { requestCell } from '../cells/made-cells.ts';

export interface MadeUp {
  readonly formats?: readonly string[];
  readonly compressions?: readonly string[];
  readonly n?: readonly number[];
  readonly networks?: readonly string[];
  readonly browsers?: readonly string[];
  /** Mean total in ms; by default grows with n and depends on format, compression and network. */
  readonly totalMs?: (factors: Cell) => number;
  /** Half-width of a ratio's interval, a share. */
  readonly noise?: number;
  readonly samplesPerCell?: number;
  readonly title?: string;
}

const CONFIDENCE = 0.95;
const MARGIN = 0.02;
const PRECISION = 0.1;
const SESSIONS = 6;

export function madeUp(wish: MadeUp = {}): ReportInput {
  const cells = cellsOf(wish);
  const comparisons = comparisonsOf(cells, wish.noise ?? 0.01);
  const summary: Summary = {
    version: 1,
    wirefare: '0.1.0',
    study: 'made-up',
    title: wish.title ?? 'Books in three formats',
    question: 'Which format brings Book objects to a page fastest?',
    source: null,
    standIns: [],
    networks: NETWORKS.filter(({ name }) => (wish.networks ?? ['none']).includes(name)),
    status: 'complete',
    startedAt: '2026-11-21T09:00:00.000Z',
    confidence: CONFIDENCE,
    margin: MARGIN,
    precision: PRECISION,
    seed: 20261121,
    sessions: { complete: SESSIONS, planned: SESSIONS, leftOut: 0 },
    looks: [SESSIONS],
    comparisonsInFamily: comparisons.filter(({ asked }) => asked).length,
    cells,
    comparisons,
    twin: {
      cell: cells[0]!.id,
      twin: `${cells[0]!.id} (twin)`,
      ratio: 1.002,
      interval: [0.996, 1.006],
      noiseFloor: 0.006,
    },
    twins: [],
    twinAlarms: [],
    claims: [],
    exchangeShare: 0.913,
    link: null,
    warnings: [],
  };
  return {
    run: runOf(summary),
    summary,
    samples: makeSampleTable(samplesOf(cells, wish.samplesPerCell ?? 60)),
  };
}

function cellsOf(wish: MadeUp): CellSummary[] {
  const cells: CellSummary[] = [];
  for (const network of wish.networks ?? ['none']) {
    for (const browser of wish.browsers ?? ['chromium']) {
      for (const n of wish.n ?? [10, 1000]) {
        for (const format of wish.formats ?? ['json', 'xml', 'protobuf']) {
          for (const compression of wish.compressions ?? ['none', 'gzip-6']) {
            const [codec, encoder] = [`${format}-codec`, `${format}-encoder`];
            const factors = requestCell({ n, format, codec, encoder, compression, network, browser });
            cells.push(cellOf(factors, (wish.totalMs ?? usualMs)(factors)));
          }
        }
      }
    }
  }
  return cells;
}

function usualMs(cell: Cell): number {
  const { n, format, compression, network } = recordedCell(cell);
  const weight = { json: 1, xml: 2.4, protobuf: 0.8 }[format] ?? 1;
  const zipped = compression !== 'none';
  const wire = network === 'none' ? 0.001 : 0.25;
  return 0.9 + n * weight * (0.004 + wire * (zipped ? 0.4 : 1) + (zipped ? 0.006 : 0));
}

export function cellOf(factors: Cell, meanMs: number): CellSummary {
  const { n, format, compression, network, browser } = recordedCell(factors);
  const zipped = compression !== 'none';
  const shares: Partial<Record<Phase, number>> = {
    queue: 0.08,
    stall: 0.07,
    encode: 0.14,
    ...(zipped ? { compress: 0.16, decompress: 0.03 } : {}),
    network: 0.12,
    transfer: zipped ? 0.2 : 0.36,
    delivery: 0.03,
    decode: 0.16,
  };
  const phases = Object.fromEntries(Object.entries(shares).map(([phase, share]) => [phase, share * meanMs]));
  const accountedShare = Object.values(shares).reduce((sum, share) => sum + share, 0);
  return {
    id: `${network} ${browser} n=${n} ${format} ${compression}`,
    part: 'main',
    factors,
    twinOf: null,
    status: 'measured',
    reason: '',
    exchanges: 1204,
    failures: 0,
    sessions: 3,
    totalMs: {
      median: meanMs * 0.97,
      pooledMedian: meanMs * 0.97,
      mean: meanMs,
      p5: meanMs * 0.9,
      p25: meanMs * 0.94,
      p75: meanMs * 1.02,
      p95: meanMs * 1.15,
      min: meanMs * 0.88,
      max: meanMs * 2.1,
      interval: [meanMs * 0.965, meanMs * 0.976],
      meanInterval: [meanMs * 0.99, meanMs * 1.012],
    },
    phases: { ...phases, residual: meanMs * (1 - accountedShare) },
    estimated: zipped ? ['decompress'] : [],
    batched: n <= 10 ? ['decode'] : [],
    accountedShare,
    bytes: { encoded: Math.round(n * (zipped ? 210 : 440)), decoded: n * 440, headers: 412 },
    published: null,
    outliers: 11,
  };
}

function comparisonsOf(cells: readonly CellSummary[], noise: number): Comparison[] {
  const asked = cells.flatMap((a) => {
    const same = (b: CellSummary, factor: 'format' | 'compression', level: string) =>
      wordOf(b.factors, factor) === level &&
      (['network', 'browser', 'n', 'format', 'compression'] as const).every(
        (name) => name === factor || wordOf(a.factors, name) === wordOf(b.factors, name),
      );
    const rules = [
      ['format', 'json'],
      ['compression', 'none'],
    ] as const;
    return rules.flatMap(([factor, level]) => {
      if (wordOf(a.factors, factor) === level) return [];
      const b = cells.find((cell) => same(cell, factor, level));
      return b === undefined ? [] : [compare(a, b, factor, noise, true)];
    });
  });
  const ranked = cells.flatMap((b) => {
    const rivals = cells.filter((cell) =>
      (['network', 'browser', 'n'] as const).every(
        (name) => wordOf(cell.factors, name) === wordOf(b.factors, name),
      ),
    );
    const first = rivals.reduce((x, y) => (y.totalMs!.median < x.totalMs!.median ? y : x));
    return first === b ? [] : [compare(first, b, 'format', noise, false)];
  });
  return [...asked, ...ranked];
}

export function compare(
  a: CellSummary,
  b: CellSummary,
  factor: FactorName,
  noise: number,
  asked: boolean,
): Comparison {
  const ratio = b.totalMs!.median / a.totalMs!.median;
  const interval = [ratio * (1 - noise), ratio * (1 + noise)] as const;
  const value = a.totalMs!.median - b.totalMs!.median;
  const reach = Math.abs(value) * noise;
  const differenceMs = { value, interval: [value - reach, value + reach] as const };
  const verdict = answerOf(interval, { margin: MARGIN, precision: PRECISION });
  return {
    a: a.id,
    b: b.id,
    factor,
    ratio,
    interval,
    verdict,
    differenceMs,
    margin: MARGIN,
    asked,
    widest: widestDifference(interval),
    provisional: false,
    answeredAt: verdict === 'open' ? null : SESSIONS,
    openBecause: verdict === 'open' ? 'width' : null,
    sessions: SESSIONS,
    family: 21,
    withinVariance: 0.0004,
    moreMs: verdict === 'open' || verdict === 'within' ? 240_000 : null,
  };
}

function runOf(summary: Summary): RunFile {
  return {
    version: 1,
    wirefare: '0.1.0',
    status: summary.status,
    reason: '',
    startedAt: summary.startedAt,
    endedAt: '2026-11-21T09:02:00.000Z',
    study: {
      name: summary.study,
      title: summary.title,
      question: summary.question,
      source: null,
      standIns: [],
      parts: [
        { name: 'main', title: 'Formats and compression', cells: summary.cells.map((cell) => cell.factors) },
      ],
      networks: summary.networks,
      payloads: [],
      protocol: {
        sessions: 3,
        exchangesPerVisit: 2,
        budgetMs: 90_000,
        warmup: { exchanges: 8, leastMs: 0 },
        timeoutMs: 10_000,
        margin: MARGIN,
        precision: 0.1,
        confidence: CONFIDENCE,
        published: null,
        seed: summary.seed,
      },
      comparisons: [
        { factor: 'format', baseline: 'json' },
        { factor: 'compression', baseline: 'none' },
      ],
      claims: [],
    },
    plan: { design: 2, seed: summary.seed, cells: [], sessions: [] },
    link: null,
    host: {
      os: 'Debian GNU/Linux 12',
      kernel: '6.1.0',
      cpu: 'Made-up CPU at 2.4 GHz',
      cores: 2,
      memoryBytes: 8 * 1024 ** 3,
      node: '24.21.0',
      governor: null,
      virtualised: 'kvm',
    },
    sessions: [0, 1, 2].map((session) => ({
      session,
      planned: session,
      status: 'complete',
      reason: '',
      startedAt: summary.startedAt,
      agent: {
        engine: 'chromium',
        engineVersion: '156.0.1',
        userAgent: 'Mozilla/5.0 Made-up',
        command: ['chromium', '--headless=new', 'about:blank'],
        cores: 2,
        clockStepUs: 5,
        crossOriginIsolated: true,
      },
      target: null,
      checks: [],
      dropped: [],
      voidedBlocks: [],
      blocks: 100,
      wallMs: 30_000,
      exchangesMs: 27_390,
      startMs: 1200,
      cpuStealShare: 0,
      cpuPressureShare: 0.01,
      loadOutsideShare: 0.03,
    })),
    warnings: [],
  };
}

function* samplesOf(cells: readonly CellSummary[], perCell: number): Generator<SampleRow> {
  const random = seededRandom(7);
  for (let i = 0; i < perCell; i++) {
    for (const [place, cell] of cells.entries()) {
      const meanMs = cell.totalMs!.mean;
      // A skewed spread (exponential above a floor), with a rare stall.
      const totalMs = meanMs * (0.9 - 0.08 * Math.log(1 - random()) + (random() < 0.01 ? 0.8 : 0));
      const part = (phase: Phase) => ((cell.phases[phase] ?? 0) / meanMs) * totalMs;
      yield {
        cell: cell.id,
        session: Math.floor((i / perCell) * 3),
        block: i >> 1,
        sequence: i * cells.length + place,
        startMs: i * 10,
        outcome: 'completed',
        reason: '',
        warmup: i < perCell / 20,
        totalMs,
        requests: 1,
        ...NO_TIMES,
        ...Object.fromEntries(SAMPLE_PHASES.map((phase) => [columnOf(phase), part(phase)])),
        waitMs: part('encode') + part('compress') + part('network'),
        bytesEncoded: cell.bytes!.encoded,
        bytesDecoded: cell.bytes!.decoded,
        timingDoubtful: false,
      };
    }
  }
}
