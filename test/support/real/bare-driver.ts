// ChromeDriver as somebody starts it by hand: a W3C WebDriver remote end that is no Grid.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getuid } from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, type Wanted } from '../../../src/drive/machine/find-program.ts';
import { readProcesses } from '../../../src/drive/processes/proc-stat.ts';

export const CHROMEDRIVER: Wanted = {
  name: 'chromedriver',
  override: 'WIREFARE_CHROMEDRIVER',
  names: ['chromedriver'],
  paths: ['/usr/bin/chromedriver'],
  packages: ['chromium-driver'],
};

/** What a browser of a driver needs that runs as root, as in most containers. */
export const AS_ROOT = {
  WIREFARE_GRID_CAPABILITIES: JSON.stringify({
    'goog:chromeOptions': { args: getuid?.() === 0 ? ['--no-sandbox'] : [] },
  }),
};

export interface BareDriver {
  readonly url: string;
  /** Whether it has a browser, waiting for one that is being ended. */
  hasBrowserAfter(withinMs: number): Promise<boolean>;
  close(): Promise<void>;
}

export async function bareDriver(): Promise<BareDriver> {
  const program = await findProgram(CHROMEDRIVER, { env: process.env, isRoot: getuid?.() === 0 });
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-driver-'));
  const child = spawn(program, ['--port=0'], {
    detached: true,
    env: { ...process.env, TMPDIR: folder, HOME: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const port = await new Promise<string>((resolve) => {
    createInterface(child.stdout!).on('line', (line) => {
      const said = /on port (\d+)\.?$/.exec(line);
      if (said !== null && said[1] !== '0') resolve(said[1]!);
    });
  });
  const hasBrowser = () => readProcesses().some(({ parent }) => parent === child.pid);
  return {
    url: `http://127.0.0.1:${port}`,
    hasBrowserAfter: async (withinMs) => {
      for (let waitedMs = 0; waitedMs < withinMs && hasBrowser(); waitedMs += 50) await delay(50);
      return hasBrowser();
    },
    close: async () => {
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
