import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticMessages } from '../../../test/support/records/synthetic-messages.ts';
import type { WarningKind } from '../../base/warnings/catalogue.ts';
import type { Warning } from '../../base/warnings/warning.ts';
import { LatencyHistogram } from '../../messages/latencies.ts';
import type { SampleRow } from '../../record/record.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import type { MessageFigures } from '../../wire/sample.ts';
import { summarise } from '../summarise.ts';

const record = syntheticMessages({ sessions: 4, blocks: 5, seed: 9 });
const rows = Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row));
const PACED = 'websocket server-to-client paced-50 100 B';
const THROUGHPUT = 'sse server-to-client throughput 100 B';

function warningsOf(change: (row: SampleRow) => SampleRow = (row) => row): readonly Warning[] {
  return summarise(record.run, makeSampleTable(rows.map(change)), []).warnings;
}

/** Figures changed in the sequences of one cell. */
function told(kind: WarningKind, cell: string, figures: (row: SampleRow) => Partial<MessageFigures>) {
  const change = (row: SampleRow) =>
    row.cell === cell ? { ...row, messages: { ...row.messages!, ...figures(row) } } : row;
  return warningsOf(change).filter((each) => each.kind === kind);
}

function latenciesOf(values: readonly number[]): MessageFigures['latencies'] {
  const histogram = new LatencyHistogram();
  for (const ms of values) histogram.add(ms);
  return histogram.latencies();
}

test('a quiet record of messages has none of these warnings but of beacons', () => {
  const kinds = new Set(warningsOf().map(({ kind }) => kind));
  for (const kind of ['clock-error', 'long-set-up', 'checked-meanwhile', 'rate-not-reached', 'items-overlap'])
    assert.ok(!kinds.has(kind as WarningKind), kind);
  const [reordered, ...more] = warningsOf().filter(({ kind }) => kind === 'reordered');
  assert.deepEqual(more, []);
  assert.match(reordered!.what, /^up to 2 % of the messages of 1 cell .*beacon/);
});

test('what only requests have is not missed in messages', () => {
  const doubtful = warningsOf((row) => ({ ...row, timingDoubtful: true, connectMs: 1 }));
  for (const { kind } of doubtful)
    assert.ok(!['timing-doubtful', 'reconnected', 'not-cold', 'items-do-not-add-up'].includes(kind), kind);
});

test('clocks that may be off by more than a tenth of the median latency are told', () => {
  // Half a step of the histogram below 0.3.
  const median = 0.3;
  const latencies = latenciesOf([0.2, median, 9]);
  const off = (clockErrorMs: number) => told('clock-error', PACED, () => ({ latencies, clockErrorMs }));
  assert.deepEqual(off(0.029), []);
  const [warning] = off(0.04);
  assert.match(warning!.what, /in 1 cell: by up to 0\.04 ms where the median is 0\.299 ms \(websocket/);
});

test('a set-up longer than the sequence is told', () => {
  const [warning] = told('long-set-up', THROUGHPUT, ({ messages }) => ({ setUpMs: messages!.wallMs * 3 }));
  assert.match(warning!.what, /^opening takes longer than the sequence that follows in 1 cell/);
  assert.deepEqual(
    told('long-set-up', THROUGHPUT, ({ messages }) => ({ setUpMs: messages!.wallMs * 0.9 })),
    [],
  );
});

test('a sequence that mostly waits for its first message is told, but where messages come together', () => {
  const late = (cell: string, share: number) =>
    told('late-first-message', cell, ({ messages }) => ({ firstMs: messages!.wallMs * share }));
  const [warning] = late(THROUGHPUT, 0.9);
  assert.match(warning!.what, /^up to 90 % of a sequence passes .* in 1 cell: .* ms of .* ms \(sse/);
  assert.deepEqual(late(THROUGHPUT, 0.4), []);
  assert.deepEqual(late('long-polling server-to-client throughput 100 B', 0.9), []);
  assert.deepEqual(late('websocket client-to-server throughput 100 B', 0.9), []);
  assert.deepEqual(late(PACED, 0.9), []);
});

test('a rate that was not kept is told with the one that was reached', () => {
  // 100 messages at 50 a second take two seconds; here each was later than the one before by 10 ms.
  const late = Array.from({ length: 100 }, (_, i) => 0.3 + 10 * i);
  const [warning] = told('rate-not-reached', PACED, () => ({
    wallMs: 3_000.3,
    latencies: latenciesOf(late),
  }));
  assert.match(warning!.what, /in 1 cell: 33\.3 messages a second of 50 \(websocket/);
});

test('a network with a long way is no sender that is late', () => {
  const far = Array.from({ length: 100 }, (_, i) => 1_500 + (i % 7));
  assert.deepEqual(
    told('rate-not-reached', PACED, () => ({ wallMs: 3_500, latencies: latenciesOf(far) })),
    [],
  );
});

test('a network with an uneven way is no sender that is late either', () => {
  const uneven = Array.from({ length: 100 }, (_, i) => (i % 10 === 0 ? 10 : 400));
  assert.deepEqual(
    told('rate-not-reached', PACED, () => ({ wallMs: 2_400, latencies: latenciesOf(uneven) })),
    [],
  );
});

test('a coarse clock is told of messages in words of messages', () => {
  const sessions = record.run.sessions.map((one) => ({
    ...one,
    agent: { ...one.agent!, clockStepUs: 1_000 },
  }));
  const { warnings } = summarise({ ...record.run, sessions }, record.rows, []);
  assert.match(warnings.find(({ kind }) => kind === 'coarse-clock')!.advice, /^single latencies/);
});
