import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import { isCompressed } from '../../factors/compression.ts';
import { makeSampleTable, rowAt } from '../../record/sample-table.ts';
import { summarise } from '../summarise.ts';

test('what an earlier look showed to be slower is not ranked first, though its level came out lower', () => {
  const record = syntheticRecord({ sessions: 12, blocks: 6, sessionSd: 0.02, blockSd: 0.02 });
  const { cells } = record.run.plan;
  const factorsOf = new Map(cells.map(({ id, factors }) => [id, factors]));
  // Protobuf is a quarter faster than JSON in four sessions, and a quarter slower in the eight after them.
  const times = (cell: string, session: number) => {
    const { format, compression } = factorsOf.get(cell)!;
    if (isCompressed(compression)) return 30;
    if (format === 'json') return 10;
    return format === 'protobuf' ? (session < 4 ? 8 : 12.5) : 40;
  };
  const rows = makeSampleTable(
    Array.from({ length: record.rows.length }, (_, row) => rowAt(record.rows, row)).map((row) => {
      const level = record.truthMs.get(row.cell);
      if (level === undefined) return row;
      return { ...row, totalMs: (times(row.cell, row.session) * row.totalMs) / level };
    }),
  );
  const looks = [4, 6, 8, 11, 12];
  const summary = summarise({ ...record.run, looks }, rows, record.probes);
  const own = cells.filter(
    ({ factors, twinOf }) => twinOf === null && factors.n === 1_000 && !isCompressed(factors.compression),
  );
  const [json, protobuf] = ['json', 'protobuf'].map((name) =>
    own.find(({ factors }) => factors.format === name),
  );
  const medianOf = (id: string) => summary.cells.find((cell) => cell.id === id)!.totalMs!.median;
  assert.ok(medianOf(json!.id) < medianOf(protobuf!.id));
  const ranked = summary.comparisons.filter(
    ({ asked, a, b }) => !asked && [a, b].some((id) => id === json!.id || id === protobuf!.id),
  );
  assert.ok(ranked.length > 1);
  assert.ok(ranked.every(({ a }) => a === protobuf!.id));
  const kept = ranked.find(({ b }) => b === json!.id)!;
  assert.deepEqual([kept.verdict, kept.answeredAt], ['faster', 4]);
});
