// Checks what JavaScript makes of a number as it is written: whole numbers beyond 2^53 and those with more
// digits than a double keeps become the nearest double, as in every browser.

export type NumberVerdict =
  | { readonly kind: 'exact' }
  /** A whole number that no double is: the nearest double has other digits, `readAs`. */
  | { readonly kind: 'rounded whole'; readonly readAs: string }
  /** More digits than a double keeps. */
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
    // Not String(value), whose last digits are zeros that the double does not have: 505874924095815680 is
    // written 505874924095815700.
    const read = BigInt(value);
    return read === BigInt(text) ? EXACT : { kind: 'rounded whole', readAs: String(read) };
  }
  const readAs = String(value);
  return significantDigits(text) === significantDigits(readAs) ? EXACT : { kind: 'rounded', readAs };
}

/** `-0.0120e5` → `12`. Two numbers of the same size are the same decimal if these digits are equal. */
function significantDigits(text: string): string {
  const mantissa = text.replace(/[eE].*$/, '').replace(/[-.]/g, '');
  return mantissa.replace(/^0+/, '').replace(/0+$/, '');
}
