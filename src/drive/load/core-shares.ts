// Which cores run what while clients ask at once. A generator that waits for the target's core measures
// neither, so each has its own; the client that is measured runs wherever the system puts it.

import os from 'node:os';
import { pid } from 'node:process';
import type { Environment } from '../../base/environment.ts';
import { EnvironmentError } from '../../base/errors.ts';
import type { Placement } from '../links/placement.ts';
import { findProgram, readOutput, type Wanted } from '../machine/find-program.ts';
import type { CoreShares } from './load.ts';

const TASKSET: Wanted = {
  name: 'taskset',
  override: 'WIREFARE_TASKSET',
  names: ['taskset'],
  paths: ['/usr/bin/taskset', '/bin/taskset'],
  packages: ['util-linux'],
};

/** Without `taskset`, or with one core, nothing is bound to any. */
export async function coreShares(env: Environment): Promise<CoreShares> {
  const program = await taskset(env);
  const allowed = program === null ? [] : await allowedCores(program, env);
  return { ...shareOut(allowed), machine: os.availableParallelism() };
}

/** The target gets the first half, the generator the last quarter, each at least one. */
export function shareOut(cores: readonly number[]): Pick<CoreShares, 'target' | 'generator'> {
  if (cores.length < 2) return { target: null, generator: null };
  const quarter = Math.max(1, Math.floor(cores.length / 4));
  return {
    target: cores.slice(0, Math.max(1, Math.floor(cores.length / 2))),
    generator: cores.slice(-quarter),
  };
}

/** A placement on loopback; null where it is to run anywhere. */
export async function onCores(cores: readonly number[] | null, env: Environment): Promise<Placement | null> {
  const program = cores === null ? null : await taskset(env);
  if (cores === null || program === null) return null;
  return {
    wrap: (path, args) => ({ path: program, args: ['-c', cores.join(','), path, ...args] }),
    listenHost: '127.0.0.1',
    reach: async (port) => port,
  };
}

async function taskset(env: Environment): Promise<string | null> {
  return findProgram(TASKSET, { env, isRoot: false }).catch((thrown: unknown) => {
    if (thrown instanceof EnvironmentError) return null;
    throw thrown;
  });
}

/** Those that this process may use: `pid 4711's current affinity list: 0-3,6`. */
async function allowedCores(program: string, env: Environment): Promise<number[]> {
  const said = await readOutput(program, ['-c', '-p', String(pid)], env);
  return parseCoreList(/:\s*([\d,-]+)\s*$/.exec(said ?? '')?.[1] ?? '');
}

/** `0-2,5` → 0, 1, 2, 5. */
export function parseCoreList(text: string): number[] {
  return text.split(',').flatMap((range) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? [];
    if (first === undefined) return [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i);
  });
}
