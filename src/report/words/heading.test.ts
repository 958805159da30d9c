import assert from 'node:assert/strict';
import { test } from 'node:test';
import { syntheticInput } from '../../../test/support/reports/records.ts';
import type { Cell } from '../../factors/cell.ts';
import { makeTables } from './groups.ts';
import { writeHeading } from './heading.ts';

const { run, summary } = syntheticInput({ sessions: 2, blocks: 4 });

/** With every other cell measured so. */
function headingWith(...levels: readonly Partial<Record<'thread' | 'cpu' | 'protocol', string | number>>[]) {
  const cells = summary.cells.map((cell, i) => ({
    ...cell,
    factors: { ...cell.factors, ...levels[i % levels.length] } as Cell,
  }));
  return writeHeading(run, summary, makeTables({ ...summary, cells }, run.study));
}

test('what is as it always was takes no word', () => {
  assert.doesNotMatch(headingWith({}).join(' · '), /thread|slower|HTTP|connection/);
});

test('a worker, a slow processor and a protocol stand in the heading, alone or among others', () => {
  const [alone, among] = [
    headingWith({ thread: 'worker', cpu: 4, protocol: 'h2' }),
    headingWith({ thread: 'main', cpu: 1 }, { thread: 'worker', cpu: 4 }),
  ];
  for (const part of ['HTTP/2', 'in a worker', 'with the client’s processor 4× slower (emulated)'])
    assert.ok(alone.includes(part), `${part}: ${alone.join(' · ')}`);
  for (const part of [
    'on the main thread and in a worker',
    'with the client’s processor at its own pace and 4× slower (emulated)',
  ])
    assert.ok(among.includes(part), `${part}: ${among.join(' · ')}`);
});
