import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { documentMaker } from './document-maker.ts';

const root = mkdtempSync(join(tmpdir(), 'wirefare-documents-'));
after(() => rmSync(root, { recursive: true }));

test('while a document is made the jobs know of it, and a report made so leaves the line of its record', async () => {
  let going = 0;
  const seen: number[] = [];
  const maker = documentMaker({
    measuring: () => null,
    async beside(make) {
      going++;
      try {
        return await make();
      } finally {
        seen.push(going--);
      }
    },
  });
  const dir = join(root, 'one');
  const run = writeRecord(dir);
  await maker.remakeReport(dir);
  assert.match(readFileSync(join(dir, 'report.html'), 'utf8'), /^<!doctype html>/i);
  assert.equal(JSON.parse(readFileSync(join(dir, 'line.json'), 'utf8')).line.title, run.study.title);
  await assert.rejects(maker.compare([dir, join(root, 'nowhere')]));
  assert.deepEqual(seen, [1, 1]);
});
