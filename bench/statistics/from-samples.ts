// From single exchanges up: intervals of medians, means and ratios, whole panels of cells, coarse clocks.

import { coarseClock } from '../../src/stats/proofs/coarse-clock.ts';
import {
  cellCoverage,
  meanCoverage,
  oneSessionCoverage,
  ratioCoverage,
} from '../../src/stats/proofs/single-intervals.ts';
import {
  falseDifferences,
  jackknifeBias,
  panelMisses,
  rankingMisses,
} from '../../src/stats/proofs/whole-panels.ts';
import { type SimulatedRun, USUAL_RUN } from '../../src/stats/simulated.ts';
import { percent, printTable } from './table.ts';

const RATIO = [1, 1.3];

const SITUATIONS: Readonly<Record<string, Partial<SimulatedRun>>> = {
  'usual: sessions 13 %, blocks 13 %, exchanges 15 %': {},
  'quiet: sessions 10 %, blocks 9 %, exchanges 5 %': { sessionSd: 0.1, blockSd: 0.09, exchangeSd: 0.05 },
  'rough: sessions 15 %, blocks 17 %, exchanges 40 %': { sessionSd: 0.15, blockSd: 0.17, exchangeSd: 0.4 },
  'few samples: 3 blocks a session': { blocks: 3 },
  'one exchange a block, 5 blocks': { blocks: 5, exchanges: 1 },
};

export function printSingleIntervals(): void {
  const rounds = 2000;
  printTable(
    `95 % intervals of one cell or pair that hold the truth, ${rounds} simulated runs each (± 1 % by chance)`,
    ['situation', '>sessions', '>median', '>mean', '>ratio'],
    Object.entries(SITUATIONS).flatMap(([name, change]) =>
      [2, 3, 6, 20].map((sessions) => {
        const run = { ...USUAL_RUN, ...change, sessions };
        return [
          name,
          sessions,
          percent(cellCoverage({ ...run, cells: [1] }, rounds, 1)),
          percent(meanCoverage({ ...run, cells: [1] }, rounds, 6)),
          percent(ratioCoverage({ ...run, cells: RATIO }, rounds, 2)),
        ];
      }),
    ),
  );
  printTable(
    'One session, blocks resampled: 95 % intervals that hold the ratio of that session',
    ['>blocks', '>ratio'],
    [5, 10, 30, 100].map((blocks) => {
      const run = { ...USUAL_RUN, blocks, cellSd: 0, cells: RATIO };
      return [blocks, percent(oneSessionCoverage(run, 1000, 3))];
    }),
  );
  printTable(
    'The jackknife’s variance of a session’s log ratio over the true one, three exchanges a block',
    ['>blocks', '>ratio'],
    [5, 12, 40, 100, 200].map((blocks) => [
      blocks,
      jackknifeBias({ ...USUAL_RUN, sessions: 600, blocks, exchanges: 3, cells: [1, 1] }, 4).toFixed(2),
    ]),
  );
}

export function printPanels(): void {
  const panel = { ...USUAL_RUN, blocks: 8, exchanges: 3 };
  const situations: Readonly<Record<string, Partial<SimulatedRun>>> = {
    'usual: cells 1 % of their own': {},
    'cells 4 % of their own, sessions 30 %': { cellSd: 0.04, sessionSd: 0.3 },
    'rough: blocks 17 %, exchanges 40 %': { blockSd: 0.17, exchangeSd: 0.4 },
  };
  printTable(
    'Whole panels from their exchanges up, at any look: alike cells called faster or slower; intervals that miss',
    ['situation', '>cells', '>sessions', '>margin 0', '>margin 2 %', '>any interval misses'],
    Object.entries(situations).flatMap(([name, change]) =>
      [2, 6, 16].flatMap((cells) =>
        [4, 11].map((sessions) => {
          const run = { ...panel, ...change, sessions, cells: Array<number>(cells).fill(1) };
          const apart = { ...run, cells: run.cells.map((_, i) => 1.25 ** i) };
          return [
            name,
            cells,
            sessions,
            percent(falseDifferences(run, 0, 500, 5)),
            percent(falseDifferences(run, 0.02, 500, 5)),
            percent(panelMisses(apart, 500, 6)),
          ];
        }),
      ),
    ),
  );
  printTable(
    'The fastest, picked by looking, against all others: runs in which any interval misses',
    ['>cells', '>4 sessions', '>11 sessions'],
    [2, 3, 6, 18].map((cells) => [
      cells,
      ...[4, 11].map((sessions) =>
        percent(rankingMisses({ ...panel, sessions, cells: Array<number>(cells).fill(1) }, 500, 7)),
      ),
    ]),
  );
}

export function printClocks(): void {
  printTable(
    '2.3 against 2.7 ms (ratio 1.17), 40 exchanges a session: 95 % intervals that hold it, and that exclude 1',
    ['>clock, ms', '>exchanges, sd', '>sessions', '>held', '>held without the step', '>exclude 1'],
    [1, 0.1, 0.005].flatMap((stepMs) =>
      [0.03, 0.15].flatMap((exchangeSd) =>
        [4, 6, 20].map((sessions) => {
          const situation = { stepMs, cellsMs: [2.3, 2.7], sessions, exchanges: 40, exchangeSd } as const;
          const { held, heldWithoutStep, decided } = coarseClock(situation, 1000, 8);
          return [
            stepMs,
            percent(exchangeSd),
            sessions,
            percent(held),
            percent(heldWithoutStep),
            percent(decided),
          ];
        }),
      ),
    ),
  );
}
