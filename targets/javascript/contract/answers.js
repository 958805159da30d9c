// What answers carry beside their bodies, what /about says, and the bytes of /bytes.

import { randomBytes } from 'node:crypto';
import { COMPRESSIONS } from './compression.js';
import { COMPUTATIONS } from './computations.js';

/** Of every answer: a page of another origin may read it, and no cache keeps it. */
export function openHeaders({ origin }) {
  return {
    'cache-control': 'no-store',
    'timing-allow-origin': '*',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Server-Timing, Content-Encoding, Content-Length, Content-Type',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** Of an answer to OPTIONS. A page asks only before calls, whose Content-Type is none of the simple ones. */
export function preflightHeaders(methods) {
  return {
    allow: methods,
    'access-control-allow-methods': methods,
    'access-control-allow-headers': 'Content-Type, SOAPAction',
    'access-control-max-age': '7200',
  };
}

export function contentHeaders({ compression, opaque }, contentType) {
  if (opaque) return { 'content-type': 'application/octet-stream' };
  const coding = compression === 'none' ? {} : { 'content-encoding': compression };
  return { 'content-type': contentType, ...coding };
}

/** `names` of the phases, and the stamps before, between and behind them. */
export function serverTiming(names, stamps) {
  return names.map((name, i) => `${name};dur=${(stamps[i + 1] - stamps[i]).toFixed(4)}`).join(', ');
}

export const PHASES = ['compute', 'encode', 'compress'];
export const CALL_PHASES = ['decode', ...PHASES];
export const NO_PHASES = serverTiming(PHASES, [0, 0, 0, 0]);

export function describe({ name, version, versions, data, formats, callFormats, settings, protocols }) {
  const all = [...data.values()];
  const datasets = all.filter(({ isOwn }) => !isOwn).map((stored) => stored.name);
  return {
    contract: 2,
    name,
    version,
    versions: { node: process.versions.node, zlib: process.versions.zlib, ...versions },
    features: {
      datasets,
      maxN: settings.largestN,
      formats,
      compressions: COMPRESSIONS,
      computations: COMPUTATIONS,
      protocols,
      calls: { operations: datasets.map((dataset) => `${dataset}s`), formats: callFormats },
      payloads: all
        .filter(({ isOwn }) => isOwn)
        .map(({ name, shape, count, maxN }) => ({ name, shape, count, maxN })),
    },
  };
}

let noise = Buffer.alloc(0);

/** n bytes that do not compress. What was made once is kept: /bytes measures the network alone. */
export function noiseOf(n) {
  if (n > noise.length) noise = Buffer.concat([noise, randomBytes(n - noise.length)]);
  return noise.subarray(0, n);
}
