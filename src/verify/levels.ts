// A compression's level shows in what it gives. Honest libraries differ in their bytes and in small steps of
// length, so a target is held to what all of them keep, tried with zlib as it is, Go's compress/gzip and
// klauspost/compress at levels 1 to 9 on every dataset:
//   · where the lab's own library makes a stronger level's body clearly shorter than another's, so does the
//     target (that a stronger one makes it longer, as zstd 11 does of alike objects, is one library's own);
//   · from the default level on a body is nearer to its own level's length than to the weakest level's;
//   · where the lab's own levels differ, a range of levels does not give the very same bytes, nor one level
//     those of the lab's weakest.

import { createHash } from 'node:crypto';
import { compressionNamed } from '../compression/catalogue.ts';
import { compressorOf } from '../compression/node-zlib.ts';
import { plainBody } from './clients/decode.ts';

/** Of two levels in any place, and of the weakest and the strongest asked for. */
const CLEARLY_SHORTER = 0.95;
const SHORTER_AT_THE_ENDS = 0.98;

/**
 * A level that gains less over the weakest one tells nothing by its length alone. Libraries of other codings
 * than DEFLATE agree less.
 */
const TELLING_SHARE: Readonly<Record<string, number>> = { gzip: 0.98, deflate: 0.98 };
const TELLING_SHARE_ELSE = 0.93;

/** Without optional fields: its last two bytes name the level's kind and the system. */
const GZIP_HEAD_BYTES = 10;

/** What a compressor made: its whole length, and a digest of all but the head of gzip. */
export interface Made {
  readonly bytes: number;
  readonly digest: string;
}

export interface SizedLevel {
  readonly level: number;
  readonly body: Made;
  /** What the lab's own library makes of the same text at the same level. */
  readonly own: Made;
  /** And at its weakest level. */
  readonly weakest: Made;
}

/** Throws where the body is not of that compression. */
export function sizeLevel(compression: string, level: number, body: Buffer): SizedLevel {
  const plain = plainBody(compression, body);
  return { level, body: madeBy(compression, body), ...ownMade(compression, level, plain) };
}

export function ownMade(
  compression: string,
  level: number,
  plain: Buffer,
): Pick<SizedLevel, 'own' | 'weakest'> {
  const own = (at: number) => madeBy(compression, compressorOf({ coding: compression, level: at })(plain));
  return { own: own(level), weakest: own(Math.min(...compressionNamed(compression).levels)) };
}

function madeBy(compression: string, body: Uint8Array): Made {
  const stream = compression === 'gzip' ? body.subarray(GZIP_HEAD_BYTES) : body;
  return { bytes: body.length, digest: createHash('sha256').update(stream).digest('hex').slice(0, DIGITS) };
}

const DIGITS = 8;

/** `sizes`: of one text, from the weakest level to the strongest. Answers the first thing that is wrong. */
export function levelFinding(compression: string, sizes: readonly SizedLevel[]): string | null {
  return wrongOrder(sizes) ?? wrongAlone(compression, sizes) ?? sameBytes(sizes);
}

function wrongOrder(sizes: readonly SizedLevel[]): string | null {
  for (const longer of sizes) {
    const shorter = sizes.find((each) => {
      const areEnds = isSame(longer.own, longer.weakest) && longer === sizes[0] && each === sizes.at(-1);
      const share = areEnds ? SHORTER_AT_THE_ENDS : CLEARLY_SHORTER;
      const isStronger = each.level > longer.level;
      return isStronger && each.own.bytes < share * longer.own.bytes && each.body.bytes >= longer.body.bytes;
    });
    if (shorter === undefined) continue;
    const own = `the lab's own library ${shorter.own.bytes} and ${longer.own.bytes}`;
    return `level ${shorter.level} gives ${shorter.body.bytes} bytes, level ${longer.level} ${longer.body.bytes}, ${own}: these are not the levels asked for`;
  }
  return null;
}

/** A target may have one level only, and compress at another. */
function wrongAlone(compression: string, sizes: readonly SizedLevel[]): string | null {
  const { defaultLevel } = compressionNamed(compression);
  const share = TELLING_SHARE[compression] ?? TELLING_SHARE_ELSE;
  const wrong = sizes.find(
    ({ level, body, own, weakest }) =>
      level >= (defaultLevel ?? 0) &&
      own.bytes < share * weakest.bytes &&
      body.bytes ** 2 > own.bytes * weakest.bytes,
  );
  if (wrong === undefined) return null;
  const { level, body, own, weakest } = wrong;
  return `level ${level} gives ${body.bytes} bytes, the lab's own library ${own.bytes}, and ${weakest.bytes} at its weakest level: this is not the level asked for`;
}

function sameBytes(sizes: readonly SizedLevel[]): string | null {
  const [first] = sizes;
  const last = sizes.at(-1);
  if (first === undefined || last === undefined) return null;
  // Neighbours may be one to an honest library.
  const isRange = sizes.length >= RANGE_LEVELS && isSame(first.own, first.weakest);
  if (isRange && !isSame(first.own, last.own) && sizes.every(({ body }) => isSame(body, first.body)))
    return `levels ${first.level} to ${last.level} give the very same bytes, and the lab's own library others: these are not the levels asked for`;
  const weak = sizes.find(
    ({ body, own, weakest }) => isSame(body, weakest) && !isSame(own, weakest) && !isSame(body, own),
  );
  return weak === undefined
    ? null
    : `level ${weak.level} gives the bytes of the weakest level: this is not the level asked for`;
}

const RANGE_LEVELS = 3;

function isSame(a: Made, b: Made): boolean {
  return a.bytes === b.bytes && a.digest === b.digest;
}
