import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { requestCell, sequenceCell } from '../../../../test/support/cells/made-cells.ts';
import { loadDataset } from '../../../data/store/store.ts';
import type { PlannedCell } from '../../../plan/plan.ts';
import { originals } from './expected-objects.ts';

const folder = mkdtempSync(join(tmpdir(), 'wirefare-originals-'));
after(() => rmSync(folder, { recursive: true }));

test('of a list a message is a list of one record, the next one for each', async () => {
  const words = { dataset: 'book', n: 3 };
  const factors = sequenceCell({ ...words, size: 'data' });
  const cell: PlannedCell = { id: 'a', part: 'p', factors, twinOf: null, skip: null };
  const original = originals(folder, []);
  const books = loadDataset('book', 3, folder);
  for (const [i, book] of books.entries()) assert.deepEqual(await original(cell, i), [book]);
  const requests = { ...cell, factors: requestCell(words) };
  assert.deepEqual(await original(requests, 0), books);
});
