// Names for record types, made from the keys under which they stand: unique, capitalised, letters and digits only.

export class TypeNames {
  readonly #taken = new Set<string>();

  /** The name itself, or with the first number that is free. */
  take(wish: string): string {
    let name = wish;
    for (let count = 2; this.#taken.has(name); count++) name = `${wish}${count}`;
    this.#taken.add(name);
    return name;
  }

  /** For what stands under a key; where that is taken, the parent's name before it. */
  forField(key: string, parent: string): string {
    const name = typeName(key);
    return this.#taken.has(name) || this.#taken.has(singular(name)) ? `${parent}${name}` : name;
  }

  /** For the items of a list. */
  forItem(list: string): string {
    return singular(list);
  }
}

/** `line-items` → `LineItems`; `Data` where nothing is left. */
export function typeName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  if (name === '') return 'Data';
  return /^[0-9]/.test(name) ? `Data${name}` : name;
}

/** English, roughly: `Entries` → `Entry`, `Boxes` → `Box`, `Orders` → `Order`; else `…Item`. */
function singular(name: string): string {
  if (/ies$/i.test(name) && name.length > 4) return `${name.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/i.test(name)) return name.slice(0, -2);
  if (/[^s]s$/i.test(name) && !/(us|is)$/i.test(name)) return name.slice(0, -1);
  return `${name}Item`;
}
