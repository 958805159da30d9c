import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface LockedPackage {
  readonly version?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
const packages: Readonly<Record<string, LockedPackage>> = lock.packages;

/** Where Node would find `name` from inside the package at `from`. */
function resolve(from: string, name: string): string | null {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf('/node_modules/')))) {
    const candidate = `${base === '' ? '' : `${base}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (base === '') return null;
  }
}

// `npm install` leaves packages for other systems out of the lock file when the registry at hand does not
// have them, and then `npm ci` refuses the lock file everywhere. Add them by hand: version, os, cpu, libc,
// "optional": true.
test('the lock file names the optional packages of every system, so that npm ci accepts it', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => resolve(from, name) === null),
  );
  assert.deepEqual(missing, []);
});

test('the lock file names no registry, so that each machine asks its own', () => {
  const text = JSON.stringify(lock);
  assert.equal(/"resolved":"https?:/.test(text), false);
});
