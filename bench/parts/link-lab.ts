// A link for the bench: wirefare-link with paths of any figures, asked directly, and programs started in its
// places.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDirectory } from '../../src/data/store/cache-directory.ts';
import type { LinkClient } from '../../src/drive/links/link-client.ts';
import { linkSetup, type Ready, type ReadyPath } from '../../src/drive/links/link-messages.ts';
import { LINK_GRACE_MS, startLinkProcess } from '../../src/drive/links/link-process.ts';
import { linkProgram } from '../../src/drive/links/link-program.ts';
import { createGuardian } from '../../src/drive/processes/guardian.ts';
import { parseProcessStat } from '../../src/drive/processes/proc-stat.ts';
import { expectedGetMs, INITIAL_WINDOW } from '../../src/network/closed-form.ts';
import type { Calibration, LinkAudit } from '../../src/network/link-facts.ts';
import type { NetworkProfile } from '../../src/network/profile.ts';
import { DEFAULT_QUEUE_BYTES } from '../../src/network/profiles.ts';
import { PROJECT_ROOT } from './surroundings.ts';

const TICKS_PER_S = 100;
const GET_SHARE = 0.02;
const GET_MS = 0.3;
const GUARDIAN = createGuardian(tmpdir());
const program = linkProgram(
  {
    projectRoot: PROJECT_ROOT,
    cacheDir: cacheDirectory(process.env) ?? join(tmpdir(), 'wirefare-cache'),
    env: process.env,
    isRoot: process.getuid?.() === 0,
    tell: (line) => console.error(line),
  },
  GUARDIAN,
);

export interface LinkLab {
  readonly rootless: boolean;
  readonly paths: readonly ReadyPath[];
  readonly ask: LinkClient['ask'];
  /** A command line that runs in that place. */
  command(place: 'client' | 'server', args: readonly string[]): readonly string[];
  /** CPU time that the path's emulator used so far, in s. */
  emulatorCpuS(path: string): number;
  close(): Promise<void>;
}

export async function openLab(networks: readonly NetworkProfile[]): Promise<LinkLab> {
  const path = await program();
  const setup = linkSetup(networks, null, () => 1);
  const up = await startLinkProcess<Ready>({ program: path, verb: 'up', env: process.env }, setup, GUARDIAN);
  const { client, ready } = up;
  const { user, ...places } = ready.namespaces;
  return {
    rootless: ready.rootless,
    paths: ready.paths,
    ask: (order) => client.ask(order),
    command: (place, args) => {
      const space = [...(user === null ? [] : ['--user', user]), '--net', places[place]];
      return [path, 'enter', ...space, '--', ...args];
    },
    emulatorCpuS: (name) => threadCpuS(ready.pid, `path ${name}`),
    close: () => up.running.close(LINK_GRACE_MS),
  };
}

export function network(name: string, downKbits: number, upKbits: number, rttMs: number): NetworkProfile {
  const queueBytes = DEFAULT_QUEUE_BYTES;
  return { name, source: 'the bench', downKbits, upKbits, rttMs, jitterMs: 0, lossShare: 0, queueBytes };
}

/** The measured figures, and the emulator's report on the packets of that time. */
export interface Measured {
  readonly figures: Calibration;
  readonly audit: LinkAudit;
}

export async function measure(
  lab: LinkLab,
  path: string,
  order: {
    readonly echoes?: number;
    readonly trainMs?: number;
    readonly gets?: Readonly<Record<number, number>>;
  },
): Promise<Measured> {
  const { echoes = 0, trainMs = 0, gets = {} } = order;
  const getOrders = Object.entries(gets).map(([bodyBytes, times]) => ({
    bodyBytes: Number(bodyBytes),
    requestBytes: REQUEST_BYTES,
    times,
  }));
  const fromMs = performance.timeOrigin + performance.now();
  const figures = await lab.ask<Calibration>({ do: 'measure', path, echoes, trainMs, gets: getOrders });
  const toMs = performance.timeOrigin + performance.now();
  const audit = await lab.ask<LinkAudit>({ do: 'audit', path, fromMs, toMs });
  return { figures, audit };
}

const REQUEST_BYTES = 100;

export function expectedMs(profile: NetworkProfile, bodyBytes: number, requestBytes = REQUEST_BYTES): number {
  const shape = { bodyBytes, requestBytes, initialWindow: INITIAL_WINDOW, mtu: 1500 };
  return expectedGetMs(profile, { ...shape, connection: 'cold' });
}

/** How far a GET may be from what arithmetic expects of it. */
export function mostGetErrorMs(expectedMs: number): number {
  return GET_SHARE * expectedMs + GET_MS;
}

/** Before a figure that has a bar: whether it keeps it. */
export function mark(good: boolean): string {
  return good ? '✓' : '✗';
}

/** Runs a program to its end and answers what it wrote to stdout. */
export async function run(command: readonly string[]): Promise<string> {
  const [path, ...args] = command;
  const child = spawn(path!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, code] = await Promise.all([
    child.stdout.toArray(),
    new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }),
  ]);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with code ${code}`);
  return Buffer.concat(output).toString('utf8');
}

/** CPU time of the threads of a process that have this name; the kernel keeps 15 characters of it. */
function threadCpuS(pid: number, name: string): number {
  const tasks = `/proc/${pid}/task`;
  let ticks = 0;
  for (const task of readdirSync(tasks)) {
    const stat = readIfThere(`${tasks}/${task}/stat`);
    if (stat?.includes(`(${name.slice(0, 15)})`)) ticks += parseProcessStat(stat)?.cpuTicks ?? 0;
  }
  return ticks / TICKS_PER_S;
}

/** null for a thread that ended meanwhile. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
}
