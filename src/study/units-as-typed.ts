// Durations and shares as people type them: `500ms`, `60s`, `2m`, `1.5h`; `2%` or `0.02`.

const MS_OF_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

export const DURATION_PATTERN = /^(\d+(?:\.\d+)?) ?(ms|s|m|h)$/;
export const SHARE_PATTERN = /^(\d+(?:\.\d+)?) ?%$/;

/** Milliseconds; null where it is not a number with a unit. */
export function parseDurationMs(text: string): number | null {
  const found = DURATION_PATTERN.exec(text.trim());
  return found === null ? null : Number(found[1]) * MS_OF_UNIT[found[2]!]!;
}

/** A share from `2%` or from 0.02; null where it is neither. */
export function parseShare(typed: string | number): number | null {
  if (typeof typed === 'number') return typed;
  const found = SHARE_PATTERN.exec(typed.trim());
  return found === null ? null : Number((Number(found[1]) / 100).toPrecision(12));
}

/** For people: `1.5 min`, `42 s`. */
export function sayDuration(ms: number): string {
  if (ms >= 3_600_000) return `${round(ms / 3_600_000)} h`;
  if (ms >= 60_000) return `${round(ms / 60_000)} min`;
  if (ms >= 1_000) return `${round(ms / 1_000)} s`;
  return `${round(ms)} ms`;
}

function round(value: number): number {
  return Number(value.toPrecision(3));
}
