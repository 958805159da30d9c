// What the benches share: the project's folder, the real drivers for a process that is not the lab, and how
// memory is told.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheDirectory } from '../../src/data/store/cache-directory.ts';
import { realDrivers } from '../../src/drive/catalogue.ts';
import type { Drivers } from '../../src/drive/driver.ts';

export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

export function benchDrivers(): Drivers {
  return realDrivers({
    nodePath: process.execPath,
    projectRoot: PROJECT_ROOT,
    env: process.env,
    tempDir: tmpdir(),
    isRoot: process.getuid?.() === 0,
    dataDir: cacheDirectory(process.env) ?? join(tmpdir(), 'wirefare-cache'),
    clock: { nowMs: () => performance.now(), date: () => new Date() },
    tell: (line) => console.error(line),
  });
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
