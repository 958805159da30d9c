// How well the statistics keep what they promise, in more situations and rounds than the tests have time for.
// Run it with `node bench/statistics.ts`; half a minute. The figures stand in
// docs/decisions/002-intervals.md.

import {
  cellCoverage,
  falseRankingShare,
  falseVerdictShare,
  familyMissShare,
  meanCoverage,
  oneSessionCoverage,
  ratioCoverage,
} from '../src/stats/proofs.ts';
import { type SimulatedRun, USUAL_RUN } from '../src/stats/simulated.ts';

const ROUNDS = 4000;
const RATIO = [1, 1.3];

const situations: readonly (readonly [string, Partial<SimulatedRun>])[] = [
  ['usual: sessions 13 %, blocks 13 %, exchanges 15 %', {}],
  ['quiet: sessions 10 %, blocks 9 %, exchanges 5 %', { sessionSd: 0.1, blockSd: 0.09, exchangeSd: 0.05 }],
  ['rough: sessions 15 %, blocks 17 %, exchanges 40 %', { sessionSd: 0.15, blockSd: 0.17, exchangeSd: 0.4 }],
  ['few samples: 3 blocks a session', { blocks: 3 }],
  ['one exchange a block, 5 blocks', { blocks: 5, exchanges: 1 }],
];

console.log(
  `Share of 95 % intervals that hold the truth, ${ROUNDS} simulated runs each (± 0.7 % by chance)\n`,
);
console.log('| situation | sessions | median | mean | ratio |\n| --- | ---: | ---: | ---: | ---: |');
for (const [name, change] of situations) {
  for (const sessions of [2, 3, 6, 8, 20]) {
    const run = { ...USUAL_RUN, ...change, sessions };
    const cell = cellCoverage({ ...run, cells: [1] }, ROUNDS, 1);
    const mean = meanCoverage({ ...run, cells: [1] }, ROUNDS, 6);
    const ratio = ratioCoverage({ ...run, cells: RATIO }, ROUNDS, 2);
    console.log(`| ${name} | ${sessions} | ${percent(cell)} | ${percent(mean)} | ${percent(ratio)} |`);
  }
}

console.log('\nOne session, blocks resampled: share of 95 % intervals that hold the ratio of that session\n');
console.log('| blocks | ratio |\n| ---: | ---: |');
for (const blocks of [5, 10, 30, 100]) {
  const run = { ...USUAL_RUN, blocks, cellSd: 0, cells: RATIO };
  console.log(`| ${blocks} | ${percent(oneSessionCoverage(run, 1000, 3))} |`);
}

console.log('\nRuns with a false faster or slower among alike cells (promised: at most 5 %), margin 0\n');
console.log('| what | cells | looks | false |\n| --- | ---: | --- | ---: |');
for (const looks of [[3], [6], [8], [20], [4, 6, 8], [2, 4, 6, 8, 10, 12]]) {
  for (const cells of [2, 4, 16]) {
    const run = { ...USUAL_RUN, sessions: looks.at(-1)!, blocks: 8, cells: Array<number>(cells).fill(1) };
    const share = falseVerdictShare(run, looks, 2000, 4);
    console.log(`| against a baseline | ${cells} | ${looks.join(', ')} | ${percent(share)} |`);
  }
}
for (const cells of [2, 3, 6, 18]) {
  const run = { ...USUAL_RUN, blocks: 8, cells: Array<number>(cells).fill(1) };
  console.log(`| against the fastest | ${cells} | 6 | ${percent(falseRankingShare(run, 2000, 5))} |`);
}

console.log('\nRuns in which any interval of the family misses, cells at 1, 1.2, 1.2·1.35, 1.2·1.35², …\n');
console.log(
  '| comparisons | sessions | against a baseline | against the fastest |\n| ---: | ---: | ---: | ---: |',
);
for (const comparisons of [2, 4, 8, 15]) {
  for (const sessions of [3, 6, 20]) {
    const cells = Array.from({ length: comparisons + 1 }, (_, i) => (i === 0 ? 1 : 1.2 * 1.35 ** (i - 1)));
    const run = { ...USUAL_RUN, sessions, blocks: 8, cells };
    const [asked, ranked] = [false, true].map((picked) => familyMissShare(run, picked, 2000, 7));
    console.log(`| ${comparisons} | ${sessions} | ${percent(asked!)} | ${percent(ranked!)} |`);
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
