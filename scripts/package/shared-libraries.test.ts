import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sharedLibraries } from './shared-libraries.ts';

test('of a program that is linked to the system’s libraries they are told as readelf tells them', (context) => {
  const node = readFileSync(process.execPath);
  const needed = sharedLibraries(node);
  assert.match(needed[0]!, /^\/lib.*ld-/);
  assert.ok(needed.some((name) => name.startsWith('libc.so')));
  if (spawnSync('readelf', ['--version']).status !== 0) return context.diagnostic('no readelf here');
  const told = execFileSync('readelf', ['--dynamic', '--wide', process.execPath], { encoding: 'utf8' });
  const theirs = [...told.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name]) => name);
  assert.deepEqual(needed.slice(1), theirs);
});

test('what is no such program is refused', () => {
  assert.throws(() => sharedLibraries(Buffer.from('#!/bin/sh\nexec true\n'.padEnd(100))), /not a 64-bit ELF/);
});
