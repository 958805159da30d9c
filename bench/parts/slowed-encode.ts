// Loaded before the target in Node by --import: makes a list of 500 objects as JSON take `ms` longer, and any
// other list in proportion, as work does that somebody has added to encoding. The address has `?ms=0.2`.

import { performance } from 'node:perf_hooks';

const PER_OBJECTS = 500;
const ms = Number(new URL(import.meta.url).searchParams.get('ms'));
if (!(ms > 0)) throw new Error(`no time to add: ${import.meta.url}`);

const stringify = JSON.stringify;
JSON.stringify = ((value: unknown, ...rest: []) => {
  const text = stringify(value, ...rest);
  if (Array.isArray(value)) {
    const endMs = performance.now() + (ms * value.length) / PER_OBJECTS;
    while (performance.now() < endMs);
  }
  return text;
}) as typeof JSON.stringify;
