// Measures how much longer the command line takes to answer than an empty Node. The commands take turns with
// `node -e 0`, so that other work on the machine delays all of them alike.

import { spawnSync } from 'node:child_process';
import { median } from '../src/base/figures/median.ts';
import { PROJECT_ROOT } from './parts/surroundings.ts';

const ROUNDS = 10;
const EMPTY = ['-e', '0'];

/** Arguments, and the most that they may take over an empty Node. */
const COMMANDS: readonly (readonly [line: string, mostMs: number])[] = [
  ['--version', 200],
  ['--help', 500],
  ['list formats', 500],
  ['list studies', 500],
  ['plan quick --only network=none', 500],
];

export function benchCommandLine(print: (line: string) => void): void {
  const commands = COMMANDS.map(([line, mostMs]) => {
    const args = ['bin/wirefare.mjs', ...line.split(' ')];
    // The first start compiles what the cache keeps for the others.
    wallMs(args);
    return { line, mostMs, args, overMs: [] as number[] };
  });
  const emptyMs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const { args, overMs } of commands) {
      const empty = wallMs(EMPTY);
      emptyMs.push(empty);
      overMs.push(wallMs(args) - empty);
    }
  }
  const emptyMedianMs = median(emptyMs);
  print(`an empty Node: ${emptyMedianMs.toFixed(0)} ms in the median`);
  for (const { line, mostMs, overMs } of commands) {
    const over = median(overMs);
    const times = (over + emptyMedianMs) / emptyMedianMs;
    print(
      `${line.padEnd(12)} +${over.toFixed(0)} ms (at most ${mostMs} on a quiet machine), ` +
        `least +${Math.min(...overMs).toFixed(0)} ms, ${times.toFixed(1)} times an empty Node`,
    );
  }
}

function wallMs(args: readonly string[]): number {
  const startMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT_ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} ended with code ${status}:\n${stderr}`);
  return performance.now() - startMs;
}
