// Which of Protobuf's integers.

import type { IntegerType } from '../../data/schema.ts';
import type { ProtoType, Scalar, WholeScalar } from './proto-file.ts';

const INT32: readonly [number, number] = [-2_147_483_648, 2_147_483_647];
const UINT32: readonly [number, number] = [0, 4_294_967_295];
const SAFE = Number.MAX_SAFE_INTEGER;
/** Whole numbers up to here are exact as floats of four bytes. */
const FLOAT_EXACT = 2 ** 24;

/** The doubles nearest to the borders of 64 bits that are within them. */
const INT64: readonly [number, number] = [-(2 ** 63), 2 ** 63 - 1_024];
const UINT64: readonly [number, number] = [0, 2 ** 64 - 2_048];

/** The range of each type: which whole doubles it holds. */
const RANGES: Readonly<Record<WholeScalar | 'double' | 'float', readonly [number, number]>> = {
  int32: INT32,
  sint32: INT32,
  sfixed32: INT32,
  uint32: UINT32,
  fixed32: UINT32,
  int64: INT64,
  sint64: INT64,
  sfixed64: INT64,
  uint64: UINT64,
  fixed64: UINT64,
  double: [-SAFE, SAFE],
  float: [-FLOAT_EXACT, FLOAT_EXACT],
};

/**
 * Negative numbers cost ten bytes as int32, so they go as sint32; but the whole range of int32 comes from a
 * declaration and not from data, and stays int32.
 */
export function scalarOfInteger({ min, max }: IntegerType): Scalar {
  if (min >= INT32[0] && max <= INT32[1]) {
    return min >= 0 || (min === INT32[0] && max === INT32[1]) ? 'int32' : 'sint32';
  }
  if (min < 0) return 'sint64';
  return max <= UINT32[1] ? 'uint32' : 'int64';
}

type WholeRange = Pick<IntegerType, 'min' | 'max'>;

/**
 * The type of the user's own file for whole numbers; null if they do not fit, or if it is no type for
 * numbers.
 */
export function ownScalarFor({ min, max }: WholeRange, type: string): ProtoType | null {
  if (!Object.hasOwn(RANGES, type)) return null;
  const scalar = type as keyof typeof RANGES;
  const [least, most] = RANGES[scalar];
  return min >= least && max <= most ? { kind: 'scalar', scalar } : null;
}
