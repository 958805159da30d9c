// What a network leaves of the work on a body that arrives over it.

export interface BodyTimes {
  readonly handlingMs: number;
  readonly decompressMs: number;
}

/**
 * Copying a body and decompressing it go on while it arrives: what of them is over when the last byte comes
 * takes no time of its own.
 */
export function overWire(
  networkMs: ((bytes: number) => number) | null,
  encoded: number,
  { handlingMs, decompressMs }: BodyTimes,
): BodyTimes & { readonly networkMs: number } {
  if (networkMs === null) return { networkMs: 0, handlingMs, decompressMs };
  const wholeMs = networkMs(encoded);
  const wireMs = wholeMs - networkMs(0);
  const hidden = Math.min(1, wireMs / Math.max(handlingMs + decompressMs, Number.MIN_VALUE));
  const left = 1 - hidden;
  return { networkMs: wholeMs, handlingMs: handlingMs * left, decompressMs: decompressMs * left };
}
