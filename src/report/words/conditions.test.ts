import assert from 'node:assert/strict';
import test from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { madeUp } from '../../../test/support/reports/made-up.ts';
import type { Cell } from '../../factors/cell.ts';
import { recordedCell } from '../../factors/recorded-cell.ts';
import { type Case, growLeaves, RANKING_CONDITIONS, sayWhere } from './conditions.ts';
import { measuredLevels } from './levels.ts';

const cells = madeUp({ n: [10, 100, 1000], networks: ['none', '10mbit'] }).summary.cells;
const levels = measuredLevels(cells);

function told(cellOutcome: (factors: Cell) => string): Record<string, string[]> {
  const cases: Case[] = cells.map(({ factors }) => ({ factors, outcome: cellOutcome(factors) }));
  const said: Record<string, string[]> = {};
  for (const leaf of growLeaves(cases, ['network', 'n', 'format', 'compression'])) {
    said[leaf.outcome] = [...(said[leaf.outcome] ?? []), sayWhere(leaf, levels)];
  }
  return said;
}

test('an outcome that holds throughout is told once, without a condition', () => {
  assert.deepEqual(
    told(() => 'faster'),
    { faster: [''] },
  );
});

test('levels with the same outcome are told together', () => {
  assert.deepEqual(
    told(({ n }) => (n >= 100 ? 'faster' : 'slower')),
    {
      slower: ['at 10 objects'],
      faster: ['from 100 objects up'],
    },
  );
  assert.deepEqual(
    told(({ n }) => (n <= 100 ? 'faster' : 'slower')),
    {
      faster: ['up to 100 objects'],
      slower: ['at 1 000 objects'],
    },
  );
});

test('the factor that tells most apart is named first, others only where they matter', () => {
  const said = told(({ network, n }) => (network === '10mbit' ? 'pays' : n === 1000 ? 'costs' : 'same'));
  assert.deepEqual(said, {
    pays: ['on 10mbit'],
    same: ['without a network limit, up to 100 objects'],
    costs: ['without a network limit, at 1 000 objects'],
  });
});

test('every case is in exactly one leaf, whatever the outcomes', () => {
  const cellOutcome = (cell: Cell) => {
    const { n, format, compression, network } = recordedCell(cell);
    return String((n + format.length * 7 + compression.length * 3 + network.length) % 4);
  };
  const cases = cells.map(({ factors }) => ({ factors, outcome: cellOutcome(factors) }));
  const leaves = growLeaves(cases, ['network', 'n', 'format', 'compression']);
  const inLeaves = leaves.flatMap((leaf) => leaf.cases);
  assert.equal(inLeaves.length, cases.length);
  assert.equal(new Set(inLeaves).size, cases.length);
  for (const leaf of leaves) for (const one of leaf.cases) assert.equal(one.outcome, leaf.outcome);
});

test('cases that no factor tells apart come back as one leaf per outcome', () => {
  const { factors } = cells[0]!;
  const leaves = growLeaves(
    [
      { factors, outcome: 'a' },
      { factors, outcome: 'b' },
    ],
    ['n'],
  );
  assert.deepEqual(
    leaves.map(({ outcome }) => outcome),
    ['a', 'b'],
  );
});

test('a ranking that turns on where the client works, or on who else asks, says so', () => {
  const conditions = [
    ['thread', 'main', 'worker'],
    ['clients', '0', '100'],
    ['cpu', '1', '4'],
  ] as const;
  for (const [name, usual, other] of conditions) {
    const varied = [usual, other].map((word) => {
      const factors = requestCell({ [name]: name === 'cpu' ? Number(word) : word });
      return { ...cells[0]!, factors };
    });
    const cases = varied.map(({ factors }, i) => ({ factors, outcome: i === 0 ? 'json' : 'protobuf' }));
    const leaves = growLeaves(cases, RANKING_CONDITIONS);
    const said = leaves.map((leaf) => sayWhere(leaf, measuredLevels(varied)));
    assert.equal(new Set(said).size, 2, name);
    for (const each of said) assert.match(each, /main thread|worker|clients|processor/, name);
  }
});
