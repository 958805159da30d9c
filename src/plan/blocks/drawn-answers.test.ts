import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom, shuffled } from '../../base/random.ts';
import type { BlockSpec } from '../../wire/agent-protocol.ts';
import { EMPTY_CELL, isEmptyCell } from '../../wire/sample.ts';
import { ANSWERS_NEEDED, DRAWN_EVERY_MS, drawAnswers, shareMissed } from './drawn-answers.ts';

const block = (
  number: number,
  visits: readonly (readonly [cell: string, exchanges: number])[],
): BlockSpec => ({
  block: number,
  firstMessage: 0,
  visits: visits.map(([cell, exchanges]) => ({ cell, exchanges })),
});

const everyMs = (ms: number) => (cell: string) => (isEmptyCell(cell) ? null : ms);

test('119 right answers leave no more than one wrong in forty unseen, and 118 may', () => {
  assert.equal(ANSWERS_NEEDED, 119);
  assert.ok(shareMissed(119) < 1 / 40);
  assert.ok(shareMissed(118) > 1 / 40);
  assert.ok(0.975 ** 119 <= 0.05);
  assert.equal(shareMissed(0), 1);
});

test('what is drawn is of the block, no exchange twice, and never an empty one', () => {
  const visits = [
    ['a', 4],
    [EMPTY_CELL, 3],
    ['b', 4],
    ['c', 4],
  ] as const;
  const seen = new Set<string>();
  for (let number = 0; number < 200; number++) {
    const { compare = [] } = drawAnswers(block(number, visits), everyMs(60), 7);
    assert.equal(compare.length, Math.ceil((12 * 60) / DRAWN_EVERY_MS));
    const places = compare.map(({ visit, nth }) => `${visit} ${nth}`);
    assert.equal(new Set(places).size, places.length);
    assert.ok(compare.every(({ visit, nth }) => visit !== 1 && nth < 4));
    for (const place of places) seen.add(place);
  }
  assert.equal(seen.size, 12, 'every exchange of a block may be drawn');
});

test('the same seed draws the same, another one others', () => {
  const one = block(3, [['a', 50]]);
  const drawn = (seed: number) => JSON.stringify(drawAnswers(one, everyMs(20), seed).compare);
  assert.equal(drawn(1), drawn(1));
  assert.notEqual(drawn(1), drawn(2));
});

test('at least one answer of a block is drawn, and all where each takes long', () => {
  const short = drawAnswers(block(0, [['a', 3]]), everyMs(1), 1);
  assert.equal(short.compare?.length, 1);
  const long = drawAnswers(block(0, [['a', 3]]), everyMs(10_000), 1);
  assert.equal(long.compare?.length, 3);
  const empty = drawAnswers(block(0, [[EMPTY_CELL, 3]]), everyMs(1), 1);
  assert.equal(empty.compare, undefined);
});

/**
 * A run of a minute against a target that changes every 40th answer, whatever was asked: of the time 24 s are
 * exchanges, the rest goes to other things.
 */
function findsTheLiar(seed: number, shape: Shape): boolean {
  const random = seededRandom(seed);
  const each = [
    [EMPTY_CELL, shape.empties] as const,
    ...Array.from({ length: shape.cells }, (_, i) => [`cell ${i}`, shape.exchanges] as const),
  ];
  let request = Math.floor(random() * 40);
  let leftMs = 24_000;
  for (let number = 0; leftMs > 0; number++) {
    const visits = shuffled(each, random);
    const { compare = [] } = drawAnswers(block(number, visits), everyMs(shape.ms), seed);
    for (const [visit, [cell, exchanges]] of visits.entries()) {
      for (let nth = 0; nth < exchanges; nth++) {
        const isWrong = request++ % 40 === 0 && !isEmptyCell(cell);
        if (isWrong && compare.some((drawn) => drawn.visit === visit && drawn.nth === nth)) return true;
        if (!isEmptyCell(cell)) leftMs -= shape.ms;
      }
    }
  }
  return false;
}

interface Shape {
  readonly cells: number;
  readonly exchanges: number;
  readonly empties: number;
  readonly ms: number;
}

const SHAPES: Readonly<Record<string, Shape>> = {
  'of one light cell': { cells: 1, exchanges: 25, empties: 3, ms: 2 },
  'of one cell of 30 ms': { cells: 1, exchanges: 25, empties: 3, ms: 30 },
  'of one cell in blocks as long as the liar’s period': { cells: 1, exchanges: 37, empties: 3, ms: 5 },
  'of eighteen cells': { cells: 18, exchanges: 4, empties: 3, ms: 8 },
  'of eighteen cells of 100 ms': { cells: 18, exchanges: 4, empties: 0, ms: 100 },
  'of three cells of 200 ms': { cells: 3, exchanges: 4, empties: 3, ms: 200 },
};

for (const [what, shape] of Object.entries(SHAPES)) {
  test(`a minute ${what} finds one wrong answer in forty in 95 % of the runs`, () => {
    const runs = 2_000;
    const found = Array.from({ length: runs }, (_, seed) => findsTheLiar(seed, shape));
    const share = found.filter(Boolean).length / runs;
    assert.ok(share >= 0.95, `found in ${(100 * share).toFixed(1)} %`);
  });
}
