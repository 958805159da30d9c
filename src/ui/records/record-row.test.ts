import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import type { ListedRecord } from './listed-record.ts';
import type { RecordLine } from './record-line.ts';
import { recordRow } from './record-row.ts';

const LINE: RecordLine = {
  title: 'Two formats',
  study: 'two',
  startedAt: '2026-11-26T18:00:00.000Z',
  status: 'interrupted',
  canGoOn: true,
  sessions: { complete: 1, planned: 4 },
  answer: null,
  machine: 'a machine',
  clients: [],
  targets: ['node'],
};

const ACTIONS = { picked() {}, tagged() {}, editTags() {}, remove() {} };

function textsOf(line: RecordLine, selector: string): string[] {
  const { document } = parseHTML('<table></table>');
  const record: ListedRecord = { name: 'one', tags: [], href: '/made/one', line };
  const row = recordRow(document as unknown as Document, record, false, ACTIONS);
  return [...row.querySelectorAll(selector)].map((each) => each.textContent);
}

const controlsOf = (line: RecordLine) => textsOf(line, '.do > *');

test('a run that goes on is neither gone on with nor thrown away', () => {
  assert.deepEqual(controlsOf(LINE), ['Go on', 'Tags', 'Delete']);
  assert.deepEqual(controlsOf({ ...LINE, status: 'running' }), ['Tags']);
  assert.deepEqual(controlsOf({ ...LINE, canGoOn: false }), ['Tags', 'Delete'], 'as of a merged record');
});

test('when it began is told with its time zone', () => {
  assert.equal(textsOf(LINE, '.when span')[0], '2026-11-26 18:00 UTC');
});

test('where no answer was made yet, what was measured leads, and the way to one stands beneath', () => {
  assert.deepEqual(textsOf(LINE, '.what-came'), ['·Two formats']);
  assert.deepEqual(textsOf(LINE, '.asked'), ['no answer yet: opening it makes one']);
});
