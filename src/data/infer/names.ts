// Names for record types, made from the keys under which they stand: unique, capitalised, letters and digits
// only.

export class TypeNames {
  readonly #taken: Set<string>;

  /** `taken` are names that no record may have. */
  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  /** The name itself, or with the first number that is free. */
  take(wish: string): string {
    let name = wish;
    for (let count = 2; this.#taken.has(name); count++) name = `${wish}${count}`;
    this.#taken.add(name);
    return name;
  }

  /** A name for the record under a key; if it is taken, the parent's name goes before it. */
  forField(key: string, parent: string): string {
    const name = typeName(key);
    return this.#taken.has(name) || this.#taken.has(this.forItem(name)) ? `${parent}${name}` : name;
  }

  /** A name for the items of a list. */
  forItem(list: string): string {
    return singular(list) ?? `${list}Item`;
  }

  /** A name for the values of a map. */
  forValue(map: string): string {
    return singular(map) ?? `${map}Value`;
  }
}

/** Names are cut here, because keys may be whole sentences. */
const LONGEST_NAME = 60;

/** `line-items` → `LineItems`, `größe` → `Große`, as far as there are letters; `Data` if nothing is left. */
export function typeName(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '');
  const words = plain.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const name = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
    .slice(0, LONGEST_NAME);
  if (name === '') return 'Data';
  return /^[0-9]/.test(name) ? `Data${name}` : name;
}

/** English, roughly: `Entries` → `Entry`, `Boxes` → `Box`, `Orders` → `Order`; null if it is no plural. */
function singular(name: string): string | null {
  if (/(series|species|news)$/i.test(name)) return null;
  if (/(movie|cookie|calorie|cache)s$/i.test(name)) return name.slice(0, -1);
  if (/people$/i.test(name)) return `${name.slice(0, -'eople'.length)}erson`;
  if (/children$/i.test(name)) return name.slice(0, -'ren'.length);
  if (/ies$/i.test(name) && name.length > 4) return `${name.slice(0, -3)}y`;
  if (/(ss|x|ch|sh)es$/i.test(name)) return name.slice(0, -2);
  if (/[^s]s$/i.test(name) && !/(us|is)$/i.test(name)) return name.slice(0, -1);
  return null;
}
