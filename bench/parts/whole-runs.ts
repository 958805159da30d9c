// Whole runs of the command line: the noise floor after sixty seconds of exchanges, the share of the time
// inside exchanges, whether the items add up in every engine, and how soon npm start has its verdict.

import { percent } from '../../src/base/figures/numbers.ts';
import { recordedRun } from './recorded-run.ts';

export async function benchTwin(print: (line: string) => void): Promise<void> {
  for (const [study, most] of [
    ['bench/studies/twin-10.yaml', 0.015],
    ['bench/studies/twin-1000.yaml', 0.03],
  ] as const) {
    const { summary } = await recordedRun(['run', study, '--seed', '1']);
    const [low, high] = summary.twin!.interval;
    const half = (high - low) / 2;
    print(
      `${study}: twin ${summary.twin!.ratio.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}], half-width ` +
        `${percent(half, 2)} (at most ${percent(most, 2)}); ${percent(summary.exchangeShare, 2)} inside exchanges ` +
        `(at least 85 % from 1 000 Books)`,
    );
  }
}

export async function benchItems(print: (line: string) => void): Promise<void> {
  const only = ['--only', 'network=none', '--browser', 'chromium,firefox,webkit'];
  const flags = [...only, '--budget', '90s', '--seed', '1'];
  const { summary } = await recordedRun(['run', 'studies/quick.yaml', ...flags]);
  for (const browser of ['chromium', 'firefox', 'webkit']) {
    const shares = summary.cells
      .filter((cell) => cell.factors.browser === browser && cell.accountedShare !== null)
      .map((cell) => cell.accountedShare!);
    const range = `${percent(Math.min(...shares), 2)} to ${percent(Math.max(...shares), 2)}`;
    print(
      `${browser.padEnd(9)} items add up to ${range} of the mean total in ${shares.length} cells (95 to 105 %)`,
    );
  }
}

export async function benchMainJob(print: (line: string) => void): Promise<void> {
  const { summary, wallMs } = await recordedRun(['run', 'studies/quick.yaml']);
  const measured = (cells: readonly { readonly status: string }[]) =>
    cells.filter(({ status }) => status === 'measured').length;
  const held = measured(summary.held ?? []);
  print(
    `the main job: ${(wallMs / 1000).toFixed(1)} s to its report (under 90 s, under 60 s without a link), ` +
      `${measured(summary.cells)} cells measured, ${held} held beside their predictions`,
  );
}
