// The tests that targets have in their own languages, and what compiles them: first builds
// (scripts/tests/first-builds.ts) do that beforehand, so that a test runs them and waits for no compiler.

import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { digestOfSources } from '../../../src/drive/targets/target-build.ts';

/** As in target.json: other flags would compile all of its libraries again. */
const GO_FLAGS = ['-mod=readonly', '-trimpath', '-tags=netgo,osusergo'];

/** Arguments of `go`, in targets/go. A result from before is no test. */
export const GO_TESTS = [
  ['vet', ...GO_FLAGS, './...'],
  ['test', ...GO_FLAGS, '-count=1', './...'],
];

/** Compiles what the tests are and need, and what vetting needs. */
export const GO_TEST_BUILDS = [
  ['vet', ...GO_FLAGS, './...'],
  ['test', ...GO_FLAGS, '-run=^$', './...'],
];

/**
 * Arguments of `mvn`, in targets/jvm: up to a phase, into a folder that is named by the digest of the
 * sources.
 */
export function mavenArgs(phase: 'test-compile' | 'test', sources: string, cacheDir: string): string[] {
  const built = javaTestFolder(sources, cacheDir);
  return ['--batch-mode', '--quiet', '--no-transfer-progress', `-Dwirefare.built=${built}`, phase];
}

/** Where the modules stand with their tests. Those of other sources are deleted. */
function javaTestFolder(sources: string, cacheDir: string): string {
  const folder = path.join(cacheDir, 'tests');
  const name = `jvm-${digestOfSources(sources)}`;
  for (const other of listOf(folder)) {
    if (other.startsWith('jvm-') && other !== name)
      rmSync(path.join(folder, other), { recursive: true, force: true });
  }
  return path.join(folder, name);
}

function listOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
