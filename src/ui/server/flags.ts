// Flags as a page gives them: words and switches, and nothing else.

export type Flags = Readonly<Record<string, string | boolean>>;

/** Nothing that is no word or switch; an empty word is as good as none. */
export function wordsAmong(flags: unknown): Flags {
  const entries = Object.entries(typeof flags === 'object' && flags !== null ? flags : {});
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | boolean] =>
        (typeof entry[1] === 'string' && entry[1].trim() !== '') || entry[1] === true,
    ),
  );
}

/** Those words that a section may give. */
export function wordsNamed<Name extends string>(
  given: Flags,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const entries = names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []));
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}

/**
 * Of a field with one on each line, as a flag that may be given more than once; nothing where it is empty.
 */
export function linesNamed<Name extends string>(
  given: Flags,
  names: readonly Name[],
): Partial<Record<Name, readonly string[]>> {
  const entries = names.flatMap((name) => {
    const text = given[name];
    const typed = typeof text === 'string' ? text.split('\n') : [];
    const lines = typed.map((line) => line.trim()).filter((line) => line !== '');
    return lines.length === 0 ? [] : [[name, lines]];
  });
  return Object.fromEntries(entries) as Partial<Record<Name, readonly string[]>>;
}
