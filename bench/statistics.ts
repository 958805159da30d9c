// How well the statistics keep what they promise, in more situations and rounds than the tests have time for.
// `node bench/statistics.ts [TABLE …]`: a few minutes in all. The figures stand in
// docs/decisions/011-deciding.md.

import {
  printAdvice,
  printMinutes,
  printRaces,
  printSharings,
  printWallTimes,
} from './statistics/decisions.ts';
import {
  printApart,
  printEnds,
  printFamilies,
  printLengths,
  printOnce,
  printPriors,
  printWidths,
} from './statistics/families.ts';
import { printClocks, printPanels, printSingleIntervals } from './statistics/from-samples.ts';
import { printMachines } from './statistics/machines.ts';

const TABLES: Readonly<Record<string, () => void>> = {
  single: printSingleIntervals,
  families: printFamilies,
  once: printOnce,
  apart: printApart,
  ends: printEnds,
  lengths: printLengths,
  priors: printPriors,
  widths: printWidths,
  panels: printPanels,
  machines: printMachines,
  races: printRaces,
  clocks: printClocks,
  advice: printAdvice,
  'wall-time': printWallTimes,
  minutes: printMinutes,
  sharings: printSharings,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => TABLES[name] === undefined);
if (unknown.length > 0) {
  console.error(`no table ${unknown.join(', ')}; there are ${Object.keys(TABLES).join(', ')}`);
  process.exit(2);
}
for (const name of asked.length > 0 ? asked : Object.keys(TABLES)) TABLES[name]!();
