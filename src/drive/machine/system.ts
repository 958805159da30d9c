// What of driving browsers and servers a system must have: process groups, which end together however the lab
// ends, and namespaces, in which networks are emulated. What has neither is refused plainly, before anything
// is started.

import os from 'node:os';
import { EnvironmentError } from '../../base/errors.ts';

const SYSTEM_NAMES: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };

/** Throws an EnvironmentError on Windows. */
export function requireProcessGroups(platform: string = os.platform()): void {
  if (platform !== 'win32') return;
  throw new EnvironmentError(
    'Windows has no process groups, without which servers and browsers cannot be started so that nothing is left behind',
    ['process groups'],
    'measure inside the Windows Subsystem for Linux; sizes, schema, plan, predict, map, report and compare work here as they are',
  );
}

/** Throws an EnvironmentError everywhere but on Linux. */
export function requireNamespaces(platform: string = os.platform()): void {
  if (platform === 'linux') return;
  const system = SYSTEM_NAMES[platform] ?? platform;
  throw new EnvironmentError(
    `${system} has no network namespaces, in which networks are emulated`,
    ['network namespaces'],
    'run it on Linux, or in a container there (docs/guide/container.md)',
  );
}
