import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { EMPTY_CELL, EMPTY_CELLS, isEmptyCell } from '../../wire/sample.ts';
import type { Panel, PlannedSession } from '../plan.ts';
import { blocksOfRound, warmupRounds } from './blocks.ts';

function session(
  seed: number,
  panels: readonly (readonly [cells: number, blocks: number])[],
  changes: Partial<Panel> = {},
): PlannedSession {
  return {
    index: 0,
    browser: 'chromium',
    target: 'node',
    place: 'loopback',
    seed,
    durationMs: 1_000,
    panels: panels.map(([cells, blocksPerRound], index) => ({
      index,
      cells: Array.from({ length: cells }, (_, cell) => `p${index}c${cell}`),
      empties: index % 2 === 0 ? [EMPTY_CELL] : [EMPTY_CELL, EMPTY_CELLS.cold],
      settlingPerVisit: 1,
      countedPerVisit: 3,
      warmupBlocks: 1 + (index % 3),
      blocksPerEmpties: 1,
      blocksPerRound,
      ...changes,
    })),
  };
}

const blocksOf = (planned: PlannedSession, rounds: number) =>
  Array.from({ length: rounds }, (_, round) => blocksOfRound(planned, round)).flat();

const anySession = fc
  .tuple(
    fc.nat(),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 16 })), {
      minLength: 1,
      maxLength: 5,
    }),
  )
  .map(([seed, panels]) => session(seed, panels));

describe('blocksOfRound', () => {
  it('visits every cell of a panel, and its empty exchanges, once in each of its blocks after the warm-up', () => {
    fc.assert(
      fc.property(anySession, fc.nat(50), (planned, round) => {
        const blocks = blocksOfRound(planned, warmupRounds(planned.panels) + round);
        for (const panel of planned.panels) {
          const own = blocks.filter((block) => block.panel === panel);
          assert.equal(own.length, panel.blocksPerRound);
          for (const { visits } of own) {
            const cells = visits.map(({ cell }) => cell);
            assert.deepEqual(cells.toSorted(), [...panel.cells, ...panel.empties].toSorted());
            assert.ok(
              visits.every(({ cell, exchanges }) => exchanges === (isEmptyCell(cell) ? 1 + 2 : 1 + 3)),
            );
          }
        }
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('warms every panel up as often as it says, without empty exchanges, before any of it counts', () => {
    fc.assert(
      fc.property(anySession, (planned) => {
        const blocks = blocksOf(planned, warmupRounds(planned.panels));
        for (const panel of planned.panels) {
          const own = blocks.filter((block) => block.panel === panel);
          assert.equal(own.length, panel.warmupBlocks);
          for (const { visits } of own) {
            assert.deepEqual(visits.map(({ cell }) => cell).toSorted(), panel.cells.toSorted());
          }
        }
      }),
      { seed: 4, numRuns: 50 },
    );
  });

  it('visits the empty exchanges in the first block that counts, and then in every so many', () => {
    const planned = session(6, [[2, 3]], { blocksPerEmpties: 4, warmupBlocks: 2 });
    const withEmpties = blocksOf(planned, 6).map(({ visits }) =>
      visits.some(({ cell }) => isEmptyCell(cell)),
    );
    const [yes, no] = [true, false];
    assert.deepEqual(withEmpties, [no, no, yes, no, no, no, yes, no, no, no, yes, no, no, no]);
  });

  it('warms a cell up by as many exchanges as the plan says, and visits it as often as it says', () => {
    const own = { warmupBlocks: 2, warmupExchanges: { p0c0: 5 }, countedOnce: ['p0c1'] };
    const blocks = blocksOf(session(6, [[3, 1]], own), 3);
    const exchangesOf = (cell: string) =>
      blocks.map(({ visits }) => visits.find((visit) => visit.cell === cell)!.exchanges);
    assert.deepEqual(['p0c0', 'p0c1', 'p0c2'].map(exchangesOf), [
      [2, 3, 4],
      [2, 2, 2],
      [4, 4, 4],
    ]);
    assert.deepEqual(
      blocks.map(({ isWarmup }) => isWarmup),
      [true, true, false],
    );
  });

  it('lets nothing settle where the plan says so', () => {
    const planned = session(6, [[2, 1]], { settlingPerVisit: 0, countedPerVisit: 1 });
    const exchanges = blocksOf(planned, 3).flatMap(({ visits }) =>
      visits.map((visit) => (isEmptyCell(visit.cell) ? 0 : visit.exchanges)),
    );
    assert.ok(exchanges.every((count) => count <= 1) && exchanges.includes(1));
  });

  it('lets each panel take messages in turn, none left out and none twice', () => {
    fc.assert(
      fc.property(anySession, fc.integer({ min: 1, max: 12 }), (planned, rounds) => {
        const blocks = Array.from({ length: rounds }, (_, round) => blocksOfRound(planned, round)).flat();
        const [panel] = planned.panels;
        const firsts = blocks
          .filter(({ visits }) => visits.some(({ cell }) => panel!.cells.includes(cell)))
          .map(({ firstMessage }) => firstMessage);
        assert.deepEqual(
          firsts.map((first) => first - firsts[0]!),
          firsts.map((_, turn) => turn * 4),
        );
      }),
      { seed: 2, numRuns: 100 },
    );
  });

  it('begins with messages somewhere else in each session', () => {
    const first = (seed: number) => blocksOfRound(session(seed, [[1, 1]]), 0)[0]!.firstMessage % 10;
    assert.ok(new Set([1, 2, 3, 4, 5, 6].map(first)).size > 2);
  });

  it('numbers the blocks of a session from 0 without gap or repetition', () => {
    fc.assert(
      fc.property(anySession, (planned) => {
        const numbers = [0, 1, 2, 3]
          .flatMap((round) => blocksOfRound(planned, round))
          .map(({ block }) => block);
        assert.deepEqual(
          numbers,
          numbers.map((_, index) => index),
        );
      }),
      { seed: 2, numRuns: 50 },
    );
  });

  it('gives the same order for the same seed and round, and others for others', () => {
    const planned = session(7, [
      [6, 4],
      [6, 2],
    ]);
    const orders = [
      blocksOfRound(planned, 0),
      blocksOfRound(planned, 1),
      blocksOfRound({ ...planned, seed: 8 }, 0),
    ].map((blocks) => JSON.stringify(blocks.map(({ visits }) => visits.map(({ cell }) => cell))));
    assert.equal(
      JSON.stringify(blocksOfRound(planned, 0).map(({ visits }) => visits.map(({ cell }) => cell))),
      orders[0],
    );
    assert.equal(new Set(orders).size, 3);
  });

  it('puts every cell into every position equally often', () => {
    const cells = 5;
    const rounds = 4_000;
    const planned = session(11, [[cells, 1]]);
    const counts = new Map<string, number>();
    for (let round = 1; round <= rounds; round++) {
      const [block] = blocksOfRound(planned, round);
      for (const [position, { cell }] of block!.visits.entries()) {
        counts.set(`${cell} ${position}`, (counts.get(`${cell} ${position}`) ?? 0) + 1);
      }
    }
    assert.equal(counts.size, (cells + 1) ** 2);
    // Pearson's statistic of a doubly uniform table has (k − 1)² = 25 degrees of freedom; 52.6 is its 99.9 %
    // point.
    assert.ok(chiSquare([...counts.values()], rounds / (cells + 1)) < 52.6);
  });

  it('puts every panel first in a round equally often', () => {
    const rounds = 3_000;
    const planned = session(12, [
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    const first = [0, 0, 0];
    for (let round = 3; round < 3 + rounds; round++) {
      const { visits } = blocksOfRound(planned, round)[0]!;
      const cell = visits.find((visit) => !isEmptyCell(visit.cell))!.cell;
      first[Number(cell[1])]! += 1;
    }
    // 2 degrees of freedom: 13.8 is the 99.9 % point.
    assert.ok(chiSquare(first, rounds / 3) < 13.8);
  });
});

function chiSquare(counts: readonly number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}
