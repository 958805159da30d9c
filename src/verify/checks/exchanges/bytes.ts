// /bytes: exact counts, bytes that do not compress, no work.

import { gzipSync } from 'node:zlib';
import { parseServerTiming } from '../../../wire/server-timing.ts';
import type { Check } from '../../check.ts';

const SIZES = { fast: [0, 1, 100_000], full: [0, 1, 1_000, 65_537, 1_000_000, 10_000_000] } as const;

/**
 * A share of the bytes that gzip may save at most: header and blocks make random bytes longer, not shorter.
 */
const SAVED_MOST = 0.01;

export const bytes: Check = {
  name: 'bytes',
  must: '/bytes?n= gives exactly n bytes that do not compress, n=0 the empty exchange, with zeros in Server-Timing',
  run: async ({ client, mode }) => {
    const findings: string[] = [];
    for (const n of SIZES[mode]) {
      const { status, body, headers } = await client.get(`/bytes?n=${n}&serial=${n}`);
      const what = `/bytes?n=${n}`;
      if (status !== 200) findings.push(`${what}: answered ${status}`);
      if (body.length !== n) findings.push(`${what}: ${body.length} bytes came`);
      const packed = n >= 1_000 ? gzipSync(body, { level: 1 }).length : n;
      if (packed < n * (1 - SAVED_MOST)) findings.push(`${what}: gzip shortens it to ${packed} bytes`);
      const phases = parseServerTiming(String(headers['server-timing'] ?? ''));
      if (phases === null) findings.push(`${what}: no Server-Timing with compute, encode and compress`);
      else if (phases.computeMs + phases.encodeMs + phases.compressMs > 0) {
        findings.push(`${what}: Server-Timing is ${headers['server-timing']}, not zeros`);
      }
    }
    return { findings };
  },
};
