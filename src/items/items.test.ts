import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CellKind } from '../factors/factor.ts';
import {
  CALL_COLUMNS,
  mayBeAbsent,
  NO_TIMES,
  SEQUENCE_COLUMNS,
  SPAN_COLUMNS,
  TIME_COLUMNS,
} from './columns.ts';
import { BILL_GROUPS, BILL_ORDER, hasItem, ITEMS, isPosted, PHASES } from './items.ts';

test('samples have the columns that records have had since their first version, in their order', () => {
  assert.deepEqual(
    TIME_COLUMNS.filter((column) => !mayBeAbsent(column)),
    [
      'queueMs',
      'stallMs',
      'connectMs',
      'tlsMs',
      'waitMs',
      'serverComputeMs',
      'encodeMs',
      'compressMs',
      'transferMs',
      'deliveryMs',
      'decodeMs',
      'clientComputeMs',
    ],
  );
  assert.deepEqual(CALL_COLUMNS, ['clientEncodeMs', 'serverDecodeMs']);
  assert.deepEqual(SEQUENCE_COLUMNS, ['clientEncodeMs', 'serverDecodeMs', 'checkMs']);
});

test('spans are all times but those that the target says of the wait', () => {
  const inside = ['serverComputeMs', 'encodeMs', 'compressMs', 'serverMs', 'frontMs'];
  assert.deepEqual(
    SPAN_COLUMNS,
    TIME_COLUMNS.filter((column) => !inside.includes(column)),
  );
});

test('what a sample may leave out is not in a sample without times', () => {
  assert.deepEqual(
    Object.keys(NO_TIMES),
    TIME_COLUMNS.filter((column) => !mayBeAbsent(column)),
  );
});

test('bills show every item but the residual, group by group', () => {
  assert.deepEqual(new Set(BILL_ORDER), new Set(PHASES.filter((phase) => phase !== 'residual')));
  const groups = BILL_ORDER.map((phase) => BILL_GROUPS.indexOf(ITEMS[phase].group!));
  assert.deepEqual(groups, groups.toSorted());
});

test('no two items share a title, and none of a kind of cell a column', () => {
  const titles = PHASES.map((phase) => ITEMS[phase].title);
  assert.equal(new Set(titles).size, titles.length);
  for (const kind of ['request', 'call', 'sequence'] as const satisfies readonly CellKind[]) {
    const phases = PHASES.filter((phase) => hasItem(kind, phase));
    const columns = phases.filter(isPosted).map((phase) => ITEMS[phase].column);
    assert.equal(new Set(columns).size, columns.length, kind);
  }
});

test('the protocol and the record tell of every column', () => {
  const read = (path: string) =>
    readFileSync(join(import.meta.dirname, '../../docs/reference', path), 'utf8');
  for (const page of ['agent-protocol.md', 'record.md'].map(read)) {
    for (const column of [...TIME_COLUMNS, ...CALL_COLUMNS, ...SEQUENCE_COLUMNS]) {
      assert.ok(page.includes(`${column}\``), column);
    }
  }
});
