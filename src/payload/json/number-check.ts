// Checks whether JavaScript can hold a number as it is written: whole numbers exactly, others to the digits
// that a double keeps.

export type NumberVerdict =
  | { readonly kind: 'exact' }
  /** More digits than a double keeps: the nearest one is read, as every JSON reader in JavaScript does. */
  | { readonly kind: 'rounded'; readonly readAs: string }
  | { readonly kind: 'negative zero' }
  | { readonly kind: 'lost'; readonly why: string };

const EXACT: NumberVerdict = { kind: 'exact' };

/** `text` is a JSON number. */
export function checkNumber(text: string): NumberVerdict {
  const value = Number(text);
  if (!Number.isFinite(value)) return { kind: 'lost', why: 'is beyond the largest double, 1.8e308' };
  if (value === 0) {
    if (/^[^eE]*[1-9]/.test(text))
      return { kind: 'lost', why: 'is smaller than the smallest double, 5e-324' };
    return text.startsWith('-') ? { kind: 'negative zero' } : EXACT;
  }
  if (/^-?\d+$/.test(text)) {
    const read = BigInt(value);
    if (read === BigInt(text)) return EXACT;
    return {
      kind: 'lost',
      why: `is a whole number that a double would change to ${read}; write it as a string`,
    };
  }
  const readAs = String(value);
  return significantDigits(text) === significantDigits(readAs) ? EXACT : { kind: 'rounded', readAs };
}

/** `-0.0120e5` → `12`. Two numbers of the same size are the same decimal if these digits are equal. */
function significantDigits(text: string): string {
  const mantissa = text.replace(/[eE].*$/, '').replace(/[-.]/g, '');
  return mantissa.replace(/^0+/, '').replace(/0+$/, '');
}
