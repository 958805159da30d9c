// FNV-1a (Fowler, Noll and Vo), 32 bits: keys are compared only where their hashes are the same.

export const FNV_OFFSET = 0x811c9dc5;
export const FNV_PRIME = 0x01000193;

/** Hashes the bytes of the text in UTF-8. */
export function hashText(text: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  return hash | 0;
}
