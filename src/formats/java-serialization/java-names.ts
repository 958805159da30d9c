// What a field in Java may be called.

const NAME = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/**
 * Java Language Specification 3.9, the literals that are no keywords (3.10) and the lone underscore among
 * them.
 */
const RESERVED = new Set(
  (
    'abstract assert boolean break byte case catch char class const continue default do double else enum extends final ' +
    'finally float for goto if implements import instanceof int interface long native new package private protected ' +
    'public return short static strictfp super switch synchronized this throw throws transient try void volatile while ' +
    'true false null _'
  ).split(' '),
);

/** Letters beyond ASCII are left out: which ones Java takes differs by its version. */
export function isJavaName(text: string): boolean {
  return NAME.test(text) && !RESERVED.has(text);
}
