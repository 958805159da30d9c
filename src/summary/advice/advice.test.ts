import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { seededRandom } from '../../base/random.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { Way } from '../../record/advice-facts.ts';
import type { RunFile } from '../../record/record.ts';
import { normal } from '../../stats/simulated.ts';
import type { Comparison } from '../comparisons/comparison.ts';
import { NO_SPREADS } from '../comparisons/contrast.ts';
import type { TakenLook } from '../comparisons/looks-taken.ts';
import { openQuestions } from '../comparisons/open-questions.ts';
import type { CellTimes, RunTimes } from '../samples/cell-times.ts';
import type { CellSummary, TwinAlarm } from '../summary.ts';
import { type MeasuredAdvice, summariseAdvice } from './advice.ts';

const FORMATS = ['json', 'avro', 'msgpack', 'bson'];

const WAYS = FORMATS.map((format) => ({
  format,
  encoder: 'e',
  codec: 'c',
  compression: 'none',
})) as unknown as readonly Way[];

const NEEDS = {
  json: { schema: false, eval: false, library: null },
  avro: { schema: true, eval: true, library: { name: 'avsc', gzipBytes: 30_000 } },
  msgpack: { schema: false, eval: false, library: { name: 'msgpackr', gzipBytes: 10_000 } },
  bson: { schema: false, eval: false, library: { name: 'bson', gzipBytes: 40_000 } },
};

interface Measured {
  readonly ms: number;
  /** Of the log ratio of one session. */
  readonly sd?: number;
  /** So many first ones, or these. */
  readonly sessions?: number | readonly number[];
  /** Session → how many times as long. */
  readonly drift?: (session: number) => number;
  readonly compression?: string;
}

interface Given {
  readonly today?: string;
  readonly looks?: readonly number[];
  readonly comparisons?: readonly Comparison[];
  readonly twinAlarms?: readonly TwinAlarm[];
  /** Looks at which a twin differed. */
  readonly alarmedAt?: readonly number[];
}

/** Format → what was measured of it on one network, in eight sessions unless it says otherwise. */
function advise(measured: Readonly<Record<string, Measured>>, given: Given = {}): MeasuredAdvice {
  return judged(measured, given).advice;
}

/** With the cells that the run goes on with. */
function judged(measured: Readonly<Record<string, Measured>>, given: Given = {}) {
  const random = seededRandom(5);
  const planned = Object.entries(measured).map(([format, { compression = 'none' }]) => ({
    id: format,
    part: 'advice',
    factors: requestCell({
      format,
      codec: 'c',
      encoder: 'e',
      compression,
      network: 'lan',
      protocol: 'https1',
    }),
    twinOf: null,
    skip: null,
  })) satisfies PlannedCell[];
  const cells = new Map<string, CellTimes>();
  for (const cell of planned) {
    const { ms, sd = 0.005, sessions = 8, drift = () => 1 } = measured[cell.id]!;
    const those = typeof sessions === 'number' ? Array.from({ length: sessions }, (_, i) => i) : sessions;
    const logMedians = new Map(
      those.map((session) => [session, Math.log(ms * drift(session)) + sd * normal(random)]),
    );
    cells.set(cell.id, {
      cell,
      logMedians,
      sessionSet: 'one',
      clockVariances: new Map(),
    } as unknown as CellTimes);
  }
  const times = {
    cells,
    severalSessions: true,
    machines: { all: [0], of: () => 0 },
    nodes: new Map(),
    withoutEachUnit: () => null,
  } as unknown as RunTimes;
  const { today = 'json', looks = [8], comparisons = [], twinAlarms = [], alarmedAt = [] } = given;
  const run = {
    study: { claims: [] },
    plan: { cells: planned },
    link: null,
    advice: {
      today: { filter: { format: [today] } },
      ways: WAYS,
      needs: FORMATS.map((format) => ({ format, codec: 'c', ...NEEDS[format as keyof typeof NEEDS] })),
      networks: [
        { network: 'lan', predictedOnly: null, predictions: WAYS.map((_, way) => ({ way, totalMs: 10 })) },
      ],
    },
  } as unknown as RunFile;
  const summary = {
    cells: planned.map((cell) => ({ ...cell, totalMs: { median: measured[cell.id]!.ms } })),
    comparisons,
    twinAlarms,
  } as unknown as { cells: CellSummary[]; comparisons: Comparison[]; twinAlarms: TwinAlarm[] };
  const taken = looks.map(
    (rotations): TakenLook => ({
      rotations: rotations < 4 ? null : rotations,
      alpha: 0.01,
      tooShort: [],
      sessions: null,
      alarmed: new Set(alarmedAt.includes(rotations) ? cells.keys() : []),
      seen: (all) => {
        const seen = new Map(
          [...all.cells].map(([id, found]) => {
            const logs = [...found.logMedians].filter(([session]) => session < rotations);
            return [id, { ...found, logMedians: new Map(logs) }];
          }),
        );
        return { times: { ...all, cells: seen }, spreads: NO_SPREADS };
      },
    }),
  );
  const advice = summariseAdvice(run, summary, { times, looks: taken })!;
  const { neededCells } = openQuestions(run, { comparisons, claims: [], advice });
  return { advice: advice.networks[0] as MeasuredAdvice, neededCells: [...neededCells].sort() };
}

test('of those within ε of the best the simplest is recommended, with what the fastest would gain and need', () => {
  const found = advise({ json: { ms: 400 }, avro: { ms: 100 }, msgpack: { ms: 102 }, bson: { ms: 150 } });
  assert.deepEqual([found.recommended, found.fastest, found.ties], ['msgpack', 'avro', ['avro']]);
  assert.equal(found.faster!.cell, 'avro');
  assert.ok(Math.abs(found.faster!.extraMs + 2) < 1e-9);
  assert.deepEqual([found.faster!.needs.schema, found.faster!.needs.library!.name], [true, 'avsc']);
  assert.deepEqual([found.open, found.settled, found.provisional], [[], true, false]);
  assert.ok(Math.abs(found.epsilonMs - 5) < 0.1, '5 % of the best');
  assert.deepEqual([found.plain!.cell, found.plain!.extraMs], ['json', 298]);
});

test('a millisecond is nothing to anybody: where all takes little, ε is that', () => {
  const found = advise({ json: { ms: 4.6 }, avro: { ms: 4 }, bson: { ms: 6 } }, { today: 'bson' });
  assert.equal(found.recommended, 'json');
  assert.ok(Math.abs(found.epsilonMs - 1) < 1e-9);
});

test('today’s is kept where it is within ε of the best, whatever it needs: it is there already', () => {
  const found = advise({ avro: { ms: 101 }, json: { ms: 100 }, bson: { ms: 200 } }, { today: 'avro' });
  assert.deepEqual([found.recommended, found.today, found.gain], ['avro', 'avro', null]);
  assert.equal(found.faster!.cell, 'json');
});

test('whether the simplest is recommended does not hang on the first wide interval: the run goes on for it', () => {
  // [1.005, 1.058] of avro's time after four sessions, [1.025, 1.038] after ten.
  const steps = [-0.01, 0.01, 0.004, -0.004, 0.004, -0.004, 0.004, -0.004, 0.004, -0.004];
  const drift = (session: number) => Math.exp(0.031 + steps[session]!);
  const measured = {
    avro: { ms: 100, sd: 0, sessions: 10 },
    json: { ms: 100, sd: 0, sessions: 10, drift },
  };
  const early = judged(measured, { looks: [4], today: 'bson' });
  assert.deepEqual(
    [early.advice.recommended, early.advice.open, early.advice.settled],
    ['avro', ['json'], false],
  );
  assert.deepEqual(early.neededCells, ['avro', 'json']);
  const { advice } = judged(measured, { looks: [4, 10], today: 'bson' });
  assert.deepEqual([advice.recommended, advice.ties, advice.settled], ['json', ['avro'], true]);
  // Where the simpler one leads, the other need not be told from it.
  const turned = judged({ json: measured.avro, avro: measured.json }, { looks: [4], today: 'bson' });
  assert.deepEqual([turned.advice.recommended, turned.advice.settled], ['json', true]);
});

test('what is sent today is the simplest of all', () => {
  const byTurns = (session: number) => Math.exp(0.031 + (session % 2 === 0 ? 0.008 : -0.008));
  const measured = { json: { ms: 100, sd: 0 }, avro: { ms: 100, sd: 0, drift: byTurns } };
  assert.deepEqual(advise(measured, { looks: [4], today: 'avro' }).open, ['avro']);
});

test('what a look showed to be within ε is not dropped by a wider interval later', () => {
  const wild = (session: number) => Math.exp(session < 6 ? 0.03 : 0.08);
  const measured = {
    json: { ms: 100, sd: 0, sessions: 8 },
    avro: { ms: 100, sd: 0, sessions: 8, drift: wild },
  };
  const { advice } = judged(measured, { looks: [6, 8], today: 'bson' });
  assert.deepEqual([advice.recommended, advice.ties], ['json', ['avro']]);
});

test('one that may be within ε or not is open, and never recommended', () => {
  const found = advise({ avro: { ms: 100 }, json: { ms: 102, sd: 0.08 } }, { today: 'bson' });
  assert.deepEqual([found.recommended, found.open, found.settled], ['avro', ['json'], false]);
});

test('what a look knows stays known, although later sessions lack the way', () => {
  const measured = { avro: { ms: 100, sd: 0.02 }, json: { ms: 160, sd: 0.02, sessions: 6 } };
  const found = advise(measured, { looks: [6, 8], today: 'bson' });
  assert.deepEqual([found.recommended, found.open, found.settled], ['avro', [], true]);
});

test('within ε of a leader says nothing of the next leader', () => {
  const noisyAtFirst = (session: number) => (session < 4 ? [1.15, 0.9, 1.2, 0.92][session]! : 0.88);
  const measured = {
    avro: { ms: 100, sessions: 12 },
    json: { ms: 101, sessions: 4 },
    bson: { ms: 100, sessions: 12, drift: noisyAtFirst },
  };
  const early = advise(measured, { looks: [4], today: 'msgpack' });
  assert.deepEqual([early.fastest, early.recommended, early.open], ['avro', 'json', ['bson']]);
  const later = advise(measured, { looks: [4, 12], today: 'msgpack' });
  assert.equal(later.fastest, 'bson');
  assert.ok(later.open.includes('json') && !later.settled);
});

test('what two sessions say is told and not kept: the way is measured until four have said it', () => {
  const measured = (sessions: readonly number[]) => ({ avro: { ms: 100 }, bson: { ms: 400, sessions } });
  const early = judged(measured([2, 3]), { looks: [4], today: 'avro' });
  assert.deepEqual([early.advice.ties, early.advice.open, early.advice.settled], [[], [], false]);
  assert.deepEqual(early.neededCells, ['avro', 'bson']);
  const without = judged(measured([2, 3]), { looks: [4, 6], today: 'avro' });
  assert.deepEqual([without.advice.settled, without.advice.provisional], [false, true]);
  assert.deepEqual(without.neededCells, ['avro', 'bson']);
  const { advice, neededCells } = judged(measured([2, 3, 4, 5]), { looks: [4, 6], today: 'avro' });
  assert.deepEqual([advice.open, advice.settled, neededCells], [[], true, []]);
});

test('what was measured in one session of several is open, however low its median', () => {
  const found = advise({ bson: { ms: 1, sessions: 1 }, avro: { ms: 100 }, json: { ms: 200 } });
  assert.deepEqual([found.fastest, found.recommended, found.open], ['avro', 'avro', ['bson']]);
});

test('with fewer than four sessions all is provisional', () => {
  const found = advise(
    { json: { ms: 400, sessions: 3 }, avro: { ms: 100, sessions: 3 } },
    { looks: [3], today: 'json' },
  );
  assert.deepEqual([found.recommended, found.provisional, found.settled], ['avro', true, false]);
  assert.deepEqual(found.unkept, ['json']);
});

test('a twin that differs leaves nothing settled', () => {
  const alarm = { twin: {}, cells: ['json', 'avro'] } as unknown as TwinAlarm;
  const found = advise({ json: { ms: 400 }, avro: { ms: 100 } }, { twinAlarms: [alarm] });
  assert.deepEqual([found.alarm, found.settled], [alarm, false]);
});

test('after a look beside a twin that differs the run goes on with all ways that looks before it left', () => {
  const byTurns = (session: number) => Math.exp(session % 2 === 0 ? 0.045 : -0.045);
  const measured = {
    avro: { ms: 100, sd: 0 },
    json: { ms: 116, sd: 0, drift: byTurns },
    bson: { ms: 400 },
  };
  assert.deepEqual(advise(measured, { looks: [4] }).open, ['json']);
  const clean = judged(measured, { looks: [4, 6], today: 'avro' });
  assert.deepEqual([clean.advice.open, clean.advice.settled, clean.neededCells], [[], true, []]);
  const twinAlarms = [{ twin: {}, cells: Object.keys(measured) } as unknown as TwinAlarm];
  const alarmed = judged(measured, { looks: [4, 6], today: 'avro', twinAlarms, alarmedAt: [6] });
  assert.deepEqual([alarmed.advice.open, alarmed.advice.settled], [[], false]);
  assert.deepEqual(alarmed.neededCells, ['avro', 'json']);
});

test('where a browser does not take the compression, what all take is named beside it: the simplest of the quick', () => {
  const found = advise({
    json: { ms: 100, compression: 'zstd-9' },
    msgpack: { ms: 130, compression: 'br-5' },
    bson: { ms: 150, compression: 'gzip-6' },
  });
  assert.equal(found.recommended, 'json');
  assert.deepEqual(found.needs.notTakenBy, ['webkit']);
  assert.deepEqual([found.forAll!.cell, found.forAll!.extraMs], ['msgpack', 30]);
  const near = advise({
    json: { ms: 100, compression: 'zstd-9' },
    avro: { ms: 130, compression: 'br-5' },
    msgpack: { ms: 131, compression: 'br-5' },
  });
  assert.deepEqual([near.forAll!.cell, near.forAll!.needs.eval], ['msgpack', false]);
  assert.equal(near.forAll!.open, undefined);
});

test('what all browsers take is chosen by intervals too: where they leave one open, that is said', () => {
  const byTurns = (session: number) => Math.exp(session % 2 === 0 ? 0.06 : -0.06);
  const { forAll } = advise({
    json: { ms: 100, sd: 0, compression: 'zstd-9' },
    avro: { ms: 130, sd: 0, compression: 'br-5' },
    msgpack: { ms: 131, sd: 0, drift: byTurns, compression: 'br-5' },
  });
  assert.deepEqual([forAll!.cell, forAll!.open], ['avro', ['msgpack']]);
});

test('the gain is told about the recommended one whichever way round it was compared', () => {
  const gain = {
    a: 'json',
    b: 'avro',
    verdict: 'slower',
    ratio: 0.25,
    interval: [0.24, 0.26],
    differenceMs: null,
  };
  const found = advise(
    { json: { ms: 400 }, avro: { ms: 100 } },
    { comparisons: [gain as unknown as Comparison] },
  );
  assert.deepEqual([found.gain!.a, found.gain!.verdict, found.gain!.ratio], ['avro', 'faster', 4]);
});

test('predictions are told to be off by the median of their errors', () => {
  const { predictionError } = advise({
    json: { ms: 10 },
    avro: { ms: 8 },
    msgpack: { ms: 12.5 },
    bson: { ms: 20 },
  });
  // 0, 0.25, 0.2 and 0.5.
  assert.ok(Math.abs(predictionError - 0.225) < 1e-9, String(predictionError));
});
