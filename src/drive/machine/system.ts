// What the systems have that browsers and servers are driven by: namespaces, in which networks are emulated,
// on Linux alone; process groups and signals everywhere but on Windows.

import os from 'node:os';
import { EnvironmentError } from '../../base/errors.ts';

const SYSTEM_NAMES: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };

export type System = 'linux' | 'macos' | 'windows';

/** Another Unix has what Linux has but for what is asked of Linux alone. */
export function systemHere(platform: string = os.platform()): System {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'macos' : 'linux';
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
