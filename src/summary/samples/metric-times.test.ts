import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { seededRandom } from '../../base/random.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { confidenceInterval } from '../../stats/estimates/estimate.ts';
import { mean, standardDeviation } from '../../stats/samples/quantile.ts';
import { normal } from '../../stats/simulated.ts';
import { slopeName, slopesOf } from '../claims/slopes.ts';
import { contrasted, NO_SPREADS, ratioTerms } from '../comparisons/contrast.ts';
import { runTimes } from './cell-times.ts';
import { countedSamples } from './counted-samples.ts';
import { logsOfSums, metricTimes } from './metric-times.ts';

const SESSIONS = 12;

test('figures above 0 have their logarithms; nothing on average has none', () => {
  assert.deepEqual(logsOfSums([[3, 2]]), [[3, Math.log(2)]]);
  assert.deepEqual(
    logsOfSums([
      [0, 1],
      [1, -1],
    ]),
    [],
  );
  assert.deepEqual(logsOfSums([]), []);
});

test('an item that noise takes below 0 in some sessions is neither too long for it nor too sure', () => {
  const random = seededRandom(5);
  const drawn = (level: number) =>
    Array.from({ length: SESSIONS }, (_, session) => [session, level + 0.3 * normal(random)] as const);
  let held = 0;
  const centres: number[] = [];
  const RUNS = 400;
  for (let run = 0; run < RUNS; run++) {
    const [short, long] = [logsOfSums(drawn(0.4)), logsOfSums(drawn(2))];
    if (short.length < SESSIONS) continue;
    const apart = long.map(([, log], i) => log - short[i]![1]);
    const estimate = {
      log: mean(apart),
      standardError: standardDeviation(apart) / Math.sqrt(SESSIONS),
      degreesOfFreedom: SESSIONS - 1,
    };
    const [low, high] = confidenceInterval(estimate, 0.05);
    if (low <= 5 && high >= 5) held++;
    centres.push(estimate.log);
  }
  assert.ok(centres.length > 0.95 * RUNS, `${centres.length}`);
  // Without those below 0 it would be four times, for sure.
  const centre = Math.exp(mean(centres));
  assert.ok(centre > 4.7 && centre < 5.6, `${centre}`);
  assert.ok(held > 0.9 * centres.length, `${held} of ${centres.length}`);
});

test('what two clocks are apart stays in means and slopes of latencies, and is in no other item', () => {
  const { run, rows } = syntheticMessages({ sessions: 4, blocks: 5, seed: 5 });
  const paced = run.plan.cells.filter(
    ({ factors, skip }) => skip === null && factors.kind === 'sequence' && factors.mode.name === 'paced',
  );
  const [one, other] = paced;
  const CLOCK_ERROR_MS = 0.05;
  const table = makeSampleTable(
    Array.from({ length: rows.length }, (_, row) => rowAt(rows, row)).map((row) =>
      row.messages === undefined
        ? row
        : { ...row, messages: { ...row.messages, clockErrorMs: CLOCK_ERROR_MS } },
    ),
  );
  const times = runTimes(run, countedSamples(run, table));
  const timesFor = metricTimes(run, times, [], null);
  const totals = timesFor(['total']);
  const { logMedians, clockVariances } = totals.cells.get(one!.id)!;
  for (const [session, log] of logMedians) {
    const latencyMs = Math.exp(log) / one!.factors.n;
    const expected = (CLOCK_ERROR_MS / latencyMs) ** 2 / 3;
    assert.ok(Math.abs(clockVariances.get(session)! / expected - 1) < 1e-9);
  }
  const hidden = contrasted(totals, ratioTerms(one!.id, other!.id), NO_SPREADS)!.systematicVariance;
  const ofMedians = contrasted(times, ratioTerms(one!.id, other!.id), NO_SPREADS)!.systematicVariance;
  assert.ok(hidden > 0.5 * ofMedians && hidden < 2 * ofMedians, `${hidden} of ${ofMedians}`);
  const longer = { ...one!, id: 'longer', factors: { ...one!.factors, n: 3 * one!.factors.n } };
  const grown = new Map([...logMedians].map(([session, log]) => [session, log + Math.log(3)]));
  const cells = new Map(totals.cells).set('longer', {
    ...totals.cells.get(one!.id)!,
    cell: longer,
    logMedians: grown,
  });
  const pair = { numerator: longer, denominator: longer, from: { numerator: one!, denominator: one! } };
  const slopes = slopesOf({ ...totals, cells }, [pair], 'n').cells.get(slopeName(longer, one!))!;
  for (const [session, variance] of slopes.clockVariances) {
    assert.ok(Math.abs(variance / (clockVariances.get(session)! * (10 / 4)) - 1) < 1e-9);
  }
  assert.equal(slopes.clockVariances.size, logMedians.size);
  const encode = timesFor(['client.encode']).cells.values();
  assert.ok(encode.every((found) => found.clockVariances.size === 0));
});
