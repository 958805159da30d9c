// Bytes counted by hand, for comparison with what libraries write.

/**
 * Of MessagePack's shortest forms, for strings, whole numbers from 0 up, doubles, booleans, null, arrays and
 * objects.
 */
export function msgpackBytes(value: unknown): number {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return textBytes(Buffer.byteLength(value));
  if (typeof value === 'number') return numberBytes(value);
  const items = Array.isArray(value) ? value : Object.entries(value as object).flat();
  const count = Array.isArray(value) ? items.length : items.length / 2;
  return (count < 16 ? 1 : 3) + items.reduce<number>((sum, item) => sum + msgpackBytes(item), 0);
}

function textBytes(length: number): number {
  return length + (length < 32 ? 1 : length < 256 ? 2 : 3);
}

function numberBytes(value: number): number {
  if (!Number.isInteger(value)) return 9;
  return value < 128 ? 1 : value < 256 ? 2 : value < 65_536 ? 3 : 5;
}
