// Names that schema languages allow, made from keys that may be anything. Formats that name fields by them
// map back.

const LEGAL = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Letters, digits and underscores, and no digit first: what Avro and most interface languages allow. */
export function isLegalName(text: string): boolean {
  return LEGAL.test(text);
}

/**
 * A legal name for each key, in the keys' order, no two alike. Keys that are legal keep their name unless
 * `reserved` says that they cannot: `scope-case` → `scope_case`, `2nd` → `_2nd`, and with a number where that
 * is taken.
 */
export function legalNames(
  keys: readonly string[],
  reserved: (name: string) => boolean = () => false,
): readonly string[] {
  const keeps = (key: string) => isLegalName(key) && !reserved(key);
  const usedNames = new Set(keys.filter(keeps));
  return keys.map((key) => {
    if (keeps(key)) return key;
    const wish = `${/^[0-9]|^$/.test(key) ? '_' : ''}${key.replace(/[^A-Za-z0-9_]/g, '_')}`;
    let name = wish;
    for (let count = 2; usedNames.has(name) || reserved(name); count++) name = `${wish}_${count}`;
    usedNames.add(name);
    return name;
  });
}
