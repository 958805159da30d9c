import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import { isSequence } from '../../factors/cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { LatencyHistogram } from '../../messages/latencies.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { MessageFigures } from '../../wire/sample.ts';
import { summarise } from '../summarise.ts';
import type { CellSummary, Summary } from '../summary.ts';

const noisy = syntheticMessages({ seed: 3 });
const summary = summarise(noisy.run, noisy.rows, noisy.probes);
/** Without drift and noise every figure has to come back as it was made. */
const exact = syntheticMessages({ sessions: 2, blocks: 2, sessionSd: 0, blockSd: 0, noiseSd: 0 });

function summaryOf(change: (row: SampleRow) => SampleRow, record = noisy): Summary {
  const rows = Array.from({ length: record.rows.length }, (_, row) => change(rowAt(record.rows, row)));
  return summarise(record.run, makeSampleTable(rows), []);
}

/** A sequence changed in what only messages have. */
function withFigures(row: SampleRow, figures: Partial<MessageFigures>): SampleRow {
  return { ...row, messages: { ...row.messages!, ...figures } };
}

function cellOf(from: Summary, id: string): CellSummary {
  return from.cells.find((cell) => cell.id === id)!;
}

function close(found: number, wanted: number, share: number, what: string): void {
  assert.ok(Math.abs(found - wanted) <= share * Math.abs(wanted), `${what}: ${found}, expected ${wanted}`);
}

const measured = summary.cells.filter(({ status }) => status === 'measured');

test('what a message took is what a sequence took by its messages, with the same interval', () => {
  assert.ok(measured.length > 20);
  for (const { id, factors, totalMs, messages } of measured) {
    const { median, mean, interval } = messages!.perMessageMs;
    close(median, totalMs!.median / factors.n, 1e-12, id);
    close(mean, totalMs!.mean / factors.n, 1e-12, id);
    close(interval[0], totalMs!.interval[0] / factors.n, 1e-12, id);
    close(interval[1], totalMs!.interval[1] / factors.n, 1e-12, id);
    if (recordedCell(factors).mode.startsWith('paced')) assert.equal(messages!.perSecond, null);
    else close(messages!.perSecond!, (1000 * factors.n) / totalMs!.median, 1e-12, id);
  }
});

test('an interval without a bound has none a message either', () => {
  const once = makeSampleTable(
    Array.from({ length: noisy.rows.length }, (_, row) => rowAt(noisy.rows, row)).filter(
      ({ cell, session }) => cell !== measured[0]!.id || session === 1,
    ),
  );
  const { messages } = cellOf(summarise(noisy.run, once, []), measured[0]!.id);
  assert.deepEqual(messages!.perMessageMs.interval, [0, Number.MAX_VALUE]);
});

test('every figure of a message comes back as it was made', () => {
  const found = summarise(exact.run, silenced(exact), []);
  for (const { id, status, factors, messages, bytes } of found.cells) {
    if (status === 'skipped') continue;
    const truth = exact.truths.get(id)!;
    close(messages!.perMessageMs.median, truth.messageMs, 1e-9, id);
    close(messages!.setUpMs, truth.setUpMs, 1e-9, id);
    close(messages!.firstMs, truth.firstMs, 1e-9, id);
    close(messages!.wire!.bytes, truth.wireBytes, 1e-9, id);
    close(messages!.wire!.overhead, truth.wireBytes - truth.bytes, 1e-9, id);
    close(messages!.serverCpuUs!, truth.serverCpuUs, 1e-9, id);
    close(messages!.reorderedShare, truth.reorderedShare, 1e-9, id);
    close(bytes!.decoded, truth.bytes * factors.n, 1e-9, id);
    if (recordedCell(factors).mode === 'throughput') assert.equal(messages!.latencyMs, null);
    else
      for (const p of ['p50', 'p90', 'p99', 'max'] as const)
        close(messages!.latencyMs![p], truth.messageMs, 0.005, id);
  }
});

/** Even without drift one sequence in fifty is slow: they are made as fast as the others. */
function silenced(record: typeof exact) {
  const rows = Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));
  return makeSampleTable(
    rows.map((row) => {
      const { messageMs, setUpMs, firstMs, serverCpuUs } = record.truths.get(row.cell)!;
      const n = record.run.plan.cells.find(({ id }) => id === row.cell)!.factors.n;
      const latencies = new LatencyHistogram();
      if (row.messages!.latencies.length > 0) for (let i = 0; i < n; i++) latencies.add(messageMs);
      const figures = {
        setUpMs,
        firstMs,
        serverCpuMs: (serverCpuUs * n) / 1000,
        latencies: latencies.latencies(),
      };
      return withFigures({ ...row, totalMs: messageMs * n }, figures);
    }),
  );
}

test('quantiles are those of all messages of all counted sequences, within 0.5 %', () => {
  const id = 'websocket both-ways ping-pong 100 B';
  const all: number[] = [];
  let i = 0;
  const found = summaryOf((row) => {
    if (row.cell !== id || row.warmup) return row;
    i++;
    const own = Array.from({ length: 200 }, (_, k) => 0.1 * i + 0.001 * k * k);
    const histogram = new LatencyHistogram();
    for (const ms of own) histogram.add(ms);
    all.push(...own);
    return withFigures(row, { latencies: histogram.latencies() });
  });
  const ascending = all.sort((a, b) => a - b);
  const exactly = (p: number) => ascending[Math.ceil(p * ascending.length) - 1]!;
  const { p50, p90, p99, max } = cellOf(found, id).messages!.latencyMs!;
  close(p50, exactly(0.5), 0.005, 'p50');
  close(p90, exactly(0.9), 0.005, 'p90');
  close(p99, exactly(0.99), 0.005, 'p99');
  close(max, exactly(1), 0.005, 'max');
});

test('what a target cannot tell is null, not 0, and no part of a mean', () => {
  const id = measured[0]!.id;
  const none = summaryOf((row) =>
    row.cell === id ? withFigures(row, { serverCpuMs: null, wireBytesUp: null }) : row,
  );
  assert.deepEqual([cellOf(none, id).messages!.wire, cellOf(none, id).messages!.serverCpuUs], [null, null]);
  const half = summaryOf((row) =>
    row.cell === id && row.session < 3 ? withFigures(row, { serverCpuMs: null, wireBytesDown: null }) : row,
  );
  const { wire } = cellOf(summary, id).messages!;
  close(cellOf(half, id).messages!.wire!.bytes, wire!.bytes, 1e-9, 'bytes of the other sequences');
});

test('a failed sequence is counted, part of no figure, and says how many messages were delivered', () => {
  const id = 'sse server-to-client throughput 100 B';
  const reason = 'the server closed the stream; 317 of 1000 messages delivered';
  const isHit = (row: SampleRow) => row.cell === id && !row.warmup && row.block % 2 === 0;
  const hit = (row: SampleRow): SampleRow =>
    isHit(row)
      ? withFigures({ ...row, outcome: 'failed', reason, totalMs: 1e6 }, { delivered: 317, setUpMs: 1e6 })
      : row;
  const found = summaryOf(hit);
  const cell = cellOf(found, id);
  assert.ok(cell.failures > 0 && cell.exchanges > 0);
  assert.equal(cell.failures + cell.exchanges, cellOf(summary, id).exchanges);
  assert.ok(cell.totalMs!.max < 1000 && cell.messages!.setUpMs < 100);
  const told = found.warnings.find(({ kind }) => kind === 'cell-failed')!;
  assert.match(
    told.what,
    /^\d+ of \d+ sequences of messages in 1 cell failed \(sse .*\): the server closed the stream; 317 of 1000 messages delivered$/,
  );
  const never = summaryOf((row) => (row.cell === id ? hit({ ...row, block: 0 }) : row));
  assert.equal(cellOf(never, id).status, 'failed');
  assert.equal(cellOf(never, id).reason, reason);
});

test('medians of paced sequences that clocks made negative are told, and take part in no ratio', () => {
  const id = 'sse server-to-client paced-50 100 B';
  const negative = (row: SampleRow) => (row.cell === id ? { ...row, totalMs: -0.3 } : row);
  const none = summaryOf(negative);
  assert.equal(cellOf(none, id).status, 'failed');
  assert.match(cellOf(none, id).reason, /not above 0 ms/);
  assert.ok(none.comparisons.every(({ a, b, ratio }) => a !== id && b !== id && ratio > 0));
  const some = summaryOf((row) => (row.session === 0 ? negative(row) : row));
  assert.equal(cellOf(some, id).status, 'measured');
  const { ratio } = some.comparisons.find(({ a, asked }) => asked && a === id)!;
  close(ratio, 1, 0.1, 'ratio of the other sessions');
});

test('ratios and claims of messages hold their truth', () => {
  let missed = 0;
  let all = 0;
  for (let seed = 10; seed < 18; seed++) {
    const record = syntheticMessages({ seed, blocks: 6 });
    const { comparisons, claims } = summarise(record.run, record.rows, []);
    for (const { a, b, interval } of comparisons.filter((each) => each.asked)) {
      all++;
      const truth = record.truthMs.get(b)! / record.truthMs.get(a)!;
      if (truth < interval[0] || truth > interval[1]) missed++;
    }
    const s2 = claims.find(({ id }) => id === 'S2')!;
    assert.equal(s2.verdict, 'replicated', `${s2.measured}`);
    close(s2.measured!, 25, 0.15, 'S2');
    assert.equal(claims.find(({ id }) => id === 'S5')!.pairs.length, 2);
  }
  assert.ok(missed <= 0.02 * all, `${missed} of ${all}`);
});

test('requests and messages stand in one study, each with what it has', () => {
  const requests = syntheticRecord({ blocks: 6 });
  const { run, rows } = syntheticMessages({ blocks: 6 });
  const plan = {
    ...run.plan,
    cells: [...requests.run.plan.cells, ...run.plan.cells],
    sessions: run.plan.sessions.map((session, i) => ({
      ...session,
      panels: [...requests.run.plan.sessions[i]!.panels, ...session.panels],
    })),
  };
  const all = [requests.rows, rows].flatMap((table, half) =>
    Array.from({ length: table.length }, (_, row) => rowAt(table, row)).map((row) => ({
      ...row,
      block: row.block + 1000 * half,
    })),
  );
  const both = summarise({ ...run, plan }, makeSampleTable(all), requests.probes);
  const alone = summarise(requests.run, requests.rows, requests.probes);
  for (const cell of alone.cells) assert.deepEqual(cellOf(both, cell.id).phases, cell.phases);
  for (const { factors, messages, status } of both.cells)
    assert.equal(messages !== undefined, isSequence(factors) && status === 'measured');
});

test('the fastest is looked for among cells of one direction, mode and size', () => {
  const alike = (id: string) => {
    const { part, factors } = cellOf(summary, id);
    const { direction, mode, size, dataset } = recordedCell(factors);
    return [part, direction, mode, size, dataset];
  };
  const ranking = summary.comparisons.filter(({ asked }) => !asked);
  assert.ok(ranking.length > 10);
  for (const { a, b } of ranking) assert.deepEqual(alike(a), alike(b), `${a} against ${b}`);
});

test('a summary of messages survives JSON, of a single sequence too', () => {
  const single = syntheticMessages({ sessions: 1, blocks: 1 });
  for (const each of [summary, summarise(single.run, single.rows, [])])
    assert.deepEqual(JSON.parse(JSON.stringify(each)), each);
});
