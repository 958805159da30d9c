import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { profileNamed } from '../../network/profiles.ts';
import type {
  PredictedCrossover,
  PredictedRanking,
  PredictedSummary,
} from '../../summary/predicted/predicted.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import { said } from '../answers/answer.ts';
import { predictedAnswers } from './answers.ts';

const WAYS = ['json', 'protobuf'].flatMap((format) =>
  ['none', 'gzip-6'].map((compression) =>
    requestCell({ format, codec: `${format}/codec`, compression, n: 1_000 }),
  ),
);
const [JSON_BARE, JSON_GZIP, PROTOBUF, PROTOBUF_GZIP] = WAYS as [
  (typeof WAYS)[0],
  (typeof WAYS)[0],
  (typeof WAYS)[0],
  (typeof WAYS)[0],
];

function saidOf(predicted: Partial<PredictedSummary>): string[] {
  const cells = WAYS.map((factors) => ({ factors, status: 'measured' }) as unknown as CellSummary);
  const whole = { rankings: [], crossovers: [], computing: [], misses: {}, ...predicted };
  const summary = { cells, networks: [], predicted: whole } as unknown as Summary;
  return predictedAnswers(summary).flatMap(({ question, sentences }) => [question, ...sentences.map(said)]);
}

function ranking(best: readonly (typeof WAYS)[0][], totalsMs: readonly number[]): PredictedRanking {
  const order = [...best, ...WAYS.filter((way) => !best.includes(way))];
  const ways = order.map((factors, i) => {
    const value = totalsMs[i]!;
    const totalMs = { value, interval: [value * 0.95, value * 1.05] as const };
    return { factors, totalMs, isAmongBest: i < best.length };
  });
  return { network: profileNamed('3g')!, n: 1_000, ways, untold: [] } as unknown as PredictedRanking;
}

const flip = (
  a: (typeof WAYS)[0],
  b: (typeof WAYS)[0],
  at: number | null,
  below: 'a' | 'b' = 'a',
): PredictedCrossover => ({
  by: 'bandwidth',
  factor: a.format === b.format ? 'compression' : 'format',
  a,
  b,
  below,
  at,
  interval: at === null ? null : [at * 0.9, at * 1.1],
  range: [0.1, 1_000],
  n: 1_000,
  network: null,
});

test('what would win is told with its interval, and what JSON would take beside it', () => {
  assert.deepEqual(saidOf({ rankings: [ranking([JSON_GZIP], [1_671, 1_700, 1_900, 2_592])] }).slice(0, 1), [
    'Which would win over a network? (predicted)',
  ]);
  const alone = saidOf({ rankings: [ranking([JSON_GZIP], [1_671, 2_592, 2_600, 2_700])] })[1];
  assert.equal(
    alone,
    'over 3g (1600/768 kbit/s, 300 ms), at 1 000 objects: json + gzip-6 would win with 1 671 ms [1 587, 1 755]; json would take 2 592 ms',
  );
  const alike = saidOf({
    rankings: [ranking([PROTOBUF_GZIP, JSON_GZIP], [1_671, 1_672, 2_592, 2_700])],
  })[1]!;
  assert.match(alike, /: protobuf \+ gzip-6 or json \+ gzip-6 would win with about 1 671 ms/);
  const baseline = saidOf({ rankings: [ranking([JSON_BARE], [100, 200, 300, 400])] })[1]!;
  assert.match(baseline, /: json would win with 100 ms \[95.0, 105\]$/);
});

test('ways of which nothing can be said are named beside the one that would win', () => {
  const told = { ...ranking([JSON_GZIP], [1_671, 2_592, 2_600, 2_700]), untold: [PROTOBUF, PROTOBUF_GZIP] };
  assert.match(
    saidOf({ rankings: [told] })[1]!,
    /; json would take 2 592 ms; nothing can be said of protobuf and protobuf \+ gzip-6$/,
  );
});

test('ways that their browser does not ask for over a network are named with the reason', () => {
  const told = ranking([JSON_GZIP], [1_671, 2_592, 2_600, 2_700]);
  const notOffered = [{ factors: PROTOBUF_GZIP, reason: 'chromium does not offer it' }];
  assert.match(
    saidOf({ rankings: [{ ...told, notOffered }] })[1]!,
    /; json would take 2 592 ms; not weighed: protobuf \+ gzip-6 \(chromium does not offer it\)$/,
  );
});

test('flips of one compression stand in one sentence, with their figures once', () => {
  const sentences = saidOf({
    crossovers: [flip(JSON_GZIP, JSON_BARE, 143.7), flip(PROTOBUF_GZIP, PROTOBUF, 73)],
  });
  assert.deepEqual(sentences, [
    'Where does the choice flip? (predicted)',
    'at 1 000 objects, gzip-6 pays below 144 Mbit/s [129, 158] for json and 73 [65.7, 80.3] for protobuf',
  ]);
  const mixed = saidOf({
    crossovers: [flip(JSON_GZIP, JSON_BARE, null, 'b'), flip(PROTOBUF_GZIP, PROTOBUF, null)],
  })[1];
  assert.equal(
    mixed,
    'at 1 000 objects, gzip-6 pays everywhere between 0.1 and 1000 Mbit/s for protobuf; nowhere between 0.1 and 1000 Mbit/s for json',
  );
});

test('a format that wins everywhere, below a rate, or from a number of objects on', () => {
  assert.match(
    saidOf({ crossovers: [flip(PROTOBUF, JSON_BARE, null, 'b')] })[1]!,
    /, json is faster than protobuf at any rate from 0.1 to 1000 Mbit\/s$/,
  );
  assert.match(
    saidOf({ crossovers: [flip(PROTOBUF, JSON_BARE, 186)] })[1]!,
    /, protobuf is faster than json below 186 Mbit\/s \[167, 205\]$/,
  );
  const byCount = {
    ...flip(PROTOBUF, JSON_BARE, 340, 'b'),
    by: 'n',
    n: null,
    network: 'none',
    range: [10, 1_000],
  } as const;
  assert.match(
    saidOf({ crossovers: [byCount] })[1]!,
    /^from 340 objects \[306, 374\] protobuf is faster than json without a network limit$/,
  );
});

test('a round trip that changes nothing is one sentence, and one that does is named', () => {
  const byRoundTrip = (at: number | null) =>
    ({ ...flip(JSON_GZIP, JSON_BARE, at, 'b'), by: 'round-trip', range: [1, 1_000] }) as const;
  assert.deepEqual(saidOf({ crossovers: [byRoundTrip(null), byRoundTrip(null)] }).slice(1), [
    'no round trip from 1 to 1000 ms changes a choice at 10 Mbit/s',
  ]);
  assert.deepEqual(saidOf({ crossovers: [byRoundTrip(null), byRoundTrip(40)] }).slice(1), [
    'at 10 Mbit/s, json is faster than json + gzip-6 below a round trip of 40 ms [36, 44]',
  ]);
});

test('where to compute is told for each amount of it', () => {
  const steps = [
    { computation: 'cm1', faster: null },
    { computation: 'cm3', faster: 'server' },
    { computation: 'cm4', faster: 'server' },
  ] as const;
  assert.deepEqual(saidOf({ computing: [{ way: JSON_BARE, steps }] }).slice(1), [
    'at 1 000 objects, computing on the server is faster at CM3 and CM4; neither is clearly faster at CM1',
  ]);
});

test('a run without a model, or with advice, says nothing of it', () => {
  assert.deepEqual(predictedAnswers({ cells: [], networks: [] } as unknown as Summary), []);
});
