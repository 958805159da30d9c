// Whole runs of the command line: the noise floor after sixty seconds of exchanges, the share of the time
// inside exchanges, whether the items add up in every engine, and how soon npm start has its verdict.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import type { Summary } from '../../src/summary/summary.ts';
import { PROJECT_ROOT } from './surroundings.ts';

export async function benchTwin(print: (line: string) => void): Promise<void> {
  for (const [study, most] of [
    ['bench/studies/twin-10.yaml', 0.015],
    ['bench/studies/twin-1000.yaml', 0.03],
  ] as const) {
    const { summary } = await wirefare(['run', study, '--seed', '1', '--json']);
    const [low, high] = summary.twin!.interval;
    const half = (high - low) / 2;
    print(
      `${study}: twin ${summary.twin!.ratio.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}], half-width ` +
        `${percent(half)} (at most ${percent(most)}); ${percent(summary.exchangeShare)} inside exchanges ` +
        `(at least 85 % from 1 000 Books)`,
    );
  }
}

export async function benchItems(print: (line: string) => void): Promise<void> {
  const flags = ['--browser', 'chromium,firefox,webkit', '--budget', '90s', '--seed', '1', '--json'];
  const { summary } = await wirefare(['run', 'studies/quick.yaml', ...flags]);
  for (const browser of ['chromium', 'firefox', 'webkit']) {
    const shares = summary.cells
      .filter((cell) => cell.factors.browser === browser && cell.accountedShare !== null)
      .map((cell) => cell.accountedShare!);
    const range = `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`;
    print(
      `${browser.padEnd(9)} items add up to ${range} of the mean total in ${shares.length} cells (95 to 105 %)`,
    );
  }
}

export async function benchMainJob(print: (line: string) => void): Promise<void> {
  const { summary, wallMs } = await wirefare(['run', 'studies/quick.yaml', '--json']);
  const cells = summary.cells.filter((cell) => cell.status === 'measured').length;
  print(
    `the main job: ${(wallMs / 1000).toFixed(1)} s to its verdicts (under 60 s), ${cells} cells measured`,
  );
}

/** Runs the command line as a user does; its record goes away again. */
async function wirefare(args: readonly string[]): Promise<{ summary: Recorded<Summary>; wallMs: number }> {
  const dir = mkdtempSync(join(tmpdir(), 'wirefare-bench-'));
  try {
    const startMs = performance.now();
    const child = spawn(process.execPath, ['bin/wirefare.mjs', ...args, '--out', join(dir, 'record')], {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = await child.stdout.toArray();
    const wallMs = performance.now() - startMs;
    return { summary: JSON.parse(Buffer.concat(output).toString('utf8')) as Recorded<Summary>, wallMs };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`;
}
