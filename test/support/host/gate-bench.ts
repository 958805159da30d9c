// Gates between two checkouts of one server, from their file to their exit code: the lab, the real target
// twice and the real agent's program in one process; only the processes are fakes. Every test has a folder of
// its own, and all that it started is closed when it ends.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach } from 'node:test';
import { gate } from '../../../src/cli/gate/gate.ts';
import type { GateReport } from '../../../src/report/gate/gate-words.ts';
import type { FakeDrivers } from '../drivers/fake-drivers.ts';
import { readOutput } from '../outputs/read-output.ts';
import type { Cheat } from '../targets/cheating-target.ts';
import { type FakeHost, fakeHost } from './fake-host.ts';
import { inProcessDrivers } from './in-process-drivers.ts';
import { QUICK_TIME } from './own-time.ts';
import { writeTwoCheckouts } from './two-checkouts.ts';

const TINY = `study: tiny
title: T
question: Q
factors: {n: 3, format: json, browser: node}
protocol: {warmup: 0s, timeout: 1s}
`;
/** What stands first in most gates: two checkouts, and a study of one cell. */
export const SIDES = 'base: main/server, head: change/server, study: tiny.yaml';

export const ALL_FORMATS = ['gate.xml', 'gate.md', 'gate.html', 'gate.json'];

export interface Asked {
  readonly format?: string;
  readonly also?: readonly string[];
  /** Both sides are held to the contract first: most tests are about what comes after that. */
  readonly verifies?: true;
}

export interface GateBench {
  /** Of the test that runs. */
  readonly host: FakeHost;
  /** Of its latest gate. */
  readonly drivers: FakeDrivers;
  /** Answers exit code and what was printed. */
  gated(
    text: string,
    cheat?: (start: number, target: string) => Cheat,
    asked?: Asked,
    whileWorking?: (session: number) => void,
  ): Promise<{ readonly code: number; readonly text: string }>;
  /** What stands in the JSON. Each format that was asked for says so. */
  written(says: RegExp): Pick<GateReport, 'outcome' | 'headFails' | 'endedEarly' | 'judged'>;
}

/** For the tests of the file that calls it. */
export function gateBench(): GateBench {
  const scratch = mkdtempSync(join(tmpdir(), 'wirefare-gate-'));
  let folders = 0;
  let host: FakeHost;
  let drivers: FakeDrivers | null;
  beforeEach(() => {
    const dir = join(scratch, String(folders++));
    writeTwoCheckouts(dir);
    host = fakeHost(dir, QUICK_TIME);
    drivers = null;
    writeFileSync(join(dir, 'tiny.yaml'), TINY);
  });
  afterEach(() => {
    for (const fake of drivers === null ? [] : [...drivers.agents, ...drivers.targets])
      assert.ok(fake.isClosed(), `${fake.name} is closed`);
  });
  after(() => rmSync(scratch, { recursive: true }));
  return {
    get host() {
      return host;
    },
    get drivers() {
      return drivers ?? assert.fail('nothing was to be started yet');
    },
    gated: async (text, cheat = () => ({}), { verifies, ...flags } = {}, whileWorking) => {
      writeFileSync(join(host.cwd, 'gate.yaml'), text);
      const made = () => {
        drivers = inProcessDrivers(
          {
            targets: ['base', 'head'],
            cheat,
            ...(verifies !== true && { isVerified: true }),
            ...(whileWorking !== undefined && { whileWorking }),
          },
          QUICK_TIME,
        );
        return drivers;
      };
      const code = await gate('gate.yaml', { format: 'terminal', ...flags }, host, made);
      return { code, text: host.printed() };
    },
    written: (says) => {
      for (const file of ALL_FORMATS)
        assert.match(readFileSync(join(host.cwd, file), 'utf8').replace(/\s+/g, ' '), says, file);
      return readOutput('gate', readFileSync(join(host.cwd, 'gate.json'), 'utf8')) as GateReport;
    },
  };
}
