// Intervals over several machines: do all of a family hold together, and how wide are they?

import {
  machineMisses,
  machineReach,
  missesIfOneMachine,
  missesOfStoppedRuns,
} from '../../src/stats/proofs/machines.ts';
import { USUAL_PAIRS } from '../../src/stats/proofs/simulated-pairs.ts';
import { percent, printTable } from './table.ts';

const ROUNDS = 2000;
const MACHINES = [2, 3, 4, 6, 10];

export function printMachines(): void {
  printTable(
    'Runs in which any interval misses, by pairs and by how far machines differ, with so many machines',
    ['>pairs', '>machines differ by', ...MACHINES.map((machines) => `>${machines}`)],
    rowsOf((situation) => percent(machineMisses(situation, ROUNDS, 1))),
  );
  printTable(
    'Mean half-width of the intervals',
    ['>pairs', '>machines differ by', ...MACHINES.map((machines) => `>${machines}`)],
    rowsOf((situation) => `± ${percent(Math.expm1(machineReach(situation, 300, 2)))}`),
  );
  const ten = { pairs: { ...USUAL_PAIRS, pairs: 3 }, machines: 10, sessions: () => 6 };
  printTable(
    'Ten machines, three pairs',
    ['', '>runs that miss'],
    [
      [
        'taken for one machine, which differ by 10 %',
        percent(missesIfOneMachine({ ...ten, machineSd: 0.1 }, ROUNDS, 3)),
      ],
      [
        'one pair, each run ended at its answer',
        percent(
          missesOfStoppedRuns(
            { ...ten, pairs: { ...USUAL_PAIRS, pairs: 1 }, machineSd: 0.03 },
            0.05,
            20,
            ROUNDS,
            4,
          ),
        ),
      ],
    ],
  );
}

type Situation = Parameters<typeof machineMisses>[0];

function rowsOf(tell: (situation: Situation) => string) {
  return [1, 3, 21].flatMap((pairs) =>
    [0, 0.03, 0.1].map((machineSd) => [
      pairs,
      percent(machineSd),
      ...MACHINES.map((machines) =>
        tell({ pairs: { ...USUAL_PAIRS, pairs }, machines, machineSd, sessions: () => 6 }),
      ),
    ]),
  );
}
