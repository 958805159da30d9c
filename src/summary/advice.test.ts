import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../test/support/cells/made-cells.ts';
import type { Way } from '../record/advice-facts.ts';
import type { RunFile } from '../record/record.ts';
import { type MeasuredAdvice, summariseAdvice } from './advice.ts';
import type { CellSummary, Comparison } from './summary.ts';

const FORMATS = ['json', 'avro', 'msgpack', 'bson'];

const WAYS = FORMATS.map((format) => ({
  format,
  encoder: 'e',
  codec: 'c',
  compression: 'none',
})) as unknown as readonly Way[];

/** Predicted at 10 ms, all of them; today is JSON. */
const RUN = {
  advice: {
    today: { filter: { format: ['json'] } },
    ways: WAYS,
    needs: FORMATS.map((format) => ({
      format,
      codec: 'c',
      schema: false,
      eval: false,
      library: format === 'json' ? null : { gzipBytes: 1 },
    })),
    networks: [
      { network: 'lan', predictedOnly: null, predictions: WAYS.map((_, way) => ({ way, totalMs: 10 })) },
    ],
  },
} as unknown as RunFile;

/** Format → median ms. */
const cellsOf = (medianMs: Readonly<Record<string, number>>) =>
  Object.entries(medianMs).map(([format, median]) => ({
    id: format,
    factors: requestCell({ ...WAYS.find((way) => way.format === format), network: 'lan' }),
    twinOf: null,
    totalMs: { median },
  })) as unknown as CellSummary[];

const compared = (a: string, b: string, verdict: Comparison['verdict'], ratio: number) =>
  ({
    a,
    b,
    verdict,
    ratio,
    interval: [ratio * 0.99, ratio * 1.01],
    differenceMs: null,
  }) as unknown as Comparison;

const advise = (medianMs: Readonly<Record<string, number>>, comparisons: readonly Comparison[]) =>
  summariseAdvice(RUN, { cells: cellsOf(medianMs), comparisons })!.networks[0] as MeasuredAdvice;

test('the fastest is recommended, and its gain is told about it whichever way round it was compared', () => {
  const { recommended, gain, ties } = advise({ json: 20, avro: 10 }, [
    compared('json', 'avro', 'slower', 0.5),
  ]);
  assert.equal(recommended, 'avro');
  assert.deepEqual([gain!.a, gain!.verdict, gain!.ratio], ['avro', 'faster', 2]);
  assert.deepEqual(ties, []);
});

test('of those that tie with the fastest today’s is kept, and one whose verdict is open never is', () => {
  const comparisons = [compared('avro', 'json', 'same', 1.01), compared('avro', 'bson', 'undecided', 1.02)];
  const { recommended, today, ties, undecided } = advise({ avro: 10, json: 10.1, bson: 10.2 }, comparisons);
  assert.deepEqual([recommended, today], ['json', 'json']);
  assert.deepEqual([ties, undecided], [['avro'], ['bson']]);
});

test('what was compared with nothing is not the fastest, however low its median', () => {
  const { fastest, recommended, undecided } = advise({ bson: 1, avro: 10, json: 20 }, [
    compared('avro', 'json', 'faster', 2),
  ]);
  assert.deepEqual([fastest, recommended, undecided], ['avro', 'avro', ['bson']]);
});

test('predictions are told to be off by the median of their errors', () => {
  const { predictionError } = advise({ json: 10, avro: 8, msgpack: 12.5, bson: 20 }, []);
  // 0, 0.25, 0.2 and 0.5.
  assert.ok(Math.abs(predictionError - 0.225) < 1e-9, String(predictionError));
});
