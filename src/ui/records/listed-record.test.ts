import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabError } from '../shell/lab-api.ts';
import { type ListedRecord, type ListFailure, linesOfList, type ShelfFacts } from './listed-record.ts';

type Line = ShelfFacts | ListedRecord | ListFailure;

const FACTS: ShelfFacts = { folder: '/runs', count: 2 };
const damaged = (name: string): ListedRecord => ({
  ...{ name, tags: [], href: `/made/${name}` },
  problem: 'run.json is not JSON',
});

/** What is read of these lines; in `read` stands what came before a failure. */
async function readOf(lines: readonly Line[], read: Line[] = []): Promise<readonly Line[]> {
  const sent = async function* () {
    yield* lines;
  };
  for await (const line of linesOfList(sent())) read.push(line);
  return read;
}

test('a damaged record is one of the list, and does not end it', async () => {
  const lines = [FACTS, damaged('one'), damaged('two')];
  assert.deepEqual(await readOf(lines), lines);
});

test('a lab that could not go on is told in its own words', async () => {
  const failure = { problem: 'the disk is gone', tried: ['EIO'], remedy: 'put it back' };
  const read: Line[] = [];
  await assert.rejects(readOf([FACTS, damaged('one'), { failure }, damaged('two')], read), (thrown) => {
    assert.ok(thrown instanceof LabError);
    assert.equal(thrown.failure, failure);
    return true;
  });
  assert.deepEqual(read, [FACTS, damaged('one')]);
});
