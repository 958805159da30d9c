import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedNames, newestFirst, withWords } from './find-records.ts';
import type { ListedRecord } from './listed-record.ts';

const record = (name: string, startedAt: string, text: string, tags: string[] = []): ListedRecord => ({
  name,
  href: '/',
  tags,
  line: {
    title: `Title of ${name}`,
    study: 'quick',
    startedAt,
    status: 'complete',
    canGoOn: true,
    sessions: { complete: 1, planned: 1 },
    answer: { question: 'Which is the fastest?', text, kind: 'decided', warnings: 0 },
    machine: 'EPYC, 2 cores',
    clients: ['chromium 156'],
    targets: ['node'],
  },
});

const RECORDS = [
  record('a', '2026-11-20T10:00:00Z', 'json is the fastest'),
  { name: 'broken', href: '/', tags: ['json'], problem: 'run.json is not JSON' },
  record('b', '2026-11-22T10:00:00Z', 'Protobuf is the fastest', ['Baseline']),
];

test('the newest stands first, and what has no time last', () => {
  assert.deepEqual(
    newestFirst(RECORDS).map(({ name }) => name),
    ['b', 'a', 'broken'],
  );
});

test('what is not read yet stands at the day in its name', () => {
  const unread = (name: string): ListedRecord => ({ name, href: '/', tags: [], isUnread: true });
  const records = [...RECORDS, unread('2026-11-21-quick'), unread('2026-11-23-quick-2'), unread('by hand')];
  assert.deepEqual(
    newestFirst(records).map(({ name }) => name),
    ['2026-11-23-quick-2', 'b', '2026-11-21-quick', 'a', 'broken', 'by hand'],
  );
});

test('every word must be somewhere: in answer, title, tags, machine, client or what is wrong', () => {
  const found = (typed: string) => withWords(RECORDS, typed).map(({ name }) => name);
  assert.deepEqual(found(''), ['a', 'broken', 'b']);
  assert.deepEqual(found('JSON'), ['a', 'broken']);
  assert.deepEqual(found('fastest  baseline'), ['b']);
  assert.deepEqual(found('epyc chromium'), ['a', 'b']);
  assert.deepEqual(found('json protobuf'), []);
});

test('of two the earlier one is compared with the later, of more each with the first ticked', () => {
  assert.deepEqual(comparedNames(['b', 'a'], RECORDS), ['a', 'b']);
  assert.deepEqual(comparedNames(['a', 'b'], RECORDS), ['a', 'b']);
  assert.deepEqual(comparedNames(['b', 'broken'], RECORDS), ['b', 'broken']);
  assert.deepEqual(comparedNames(['b', 'a', 'c'], RECORDS), ['b', 'a', 'c']);
});
