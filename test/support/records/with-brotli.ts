// A record of which XML was sent by Brotli over plain HTTP: browsers ask for that on loopback alone.

import { type Compression, isCompressed } from '../../../src/factors/compression.ts';
import type { RunFile } from '../../../src/record/record.ts';

export const NOT_BROTLI = 'chromium offers br only to HTTPS and loopback: use protocol https1 or h2';

export const BROTLI: Compression = { coding: 'br', level: 5 };

export function withBrotli(run: RunFile): RunFile {
  const cells = run.plan.cells.map((cell) => {
    const { factors } = cell;
    const isSent = factors.format === 'xml' && isCompressed(factors.compression);
    return isSent ? { ...cell, factors: { ...factors, compression: BROTLI } } : cell;
  });
  return { ...run, plan: { ...run.plan, cells } };
}
