// Strings of a record may come from anywhere; none of them may move a terminal's cursor or change its
// colours.

/** The same value with every control character in its strings turned into a space. */
export function withoutControls<T>(value: T): T {
  return cleaned(value) as T;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\p{Cc}+/gu, ' ');
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}
