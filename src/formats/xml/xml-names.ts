// Names of elements and attributes. A key that XML allows as a name is the name; any other is written as
// programs of the .NET world and SQL/XML do: `two words` is two_x0020_words, and an underscore that would
// look like such a reference is written as one itself, so that different keys have different names. Nothing
// is decoded: the schema says which key it is. Attributes that stand in data as @keys, and texts as #text,
// have their names back.

import { type DataSchema, typeBesideNull, walkTypes } from '../../data/schema.ts';
import { isScalar } from '../shared/scalar-text.ts';

// Of the letters that both editions of XML 1.0 allow (browsers differ in which they follow): Latin, Greek,
// Cyrillic, kana, Chinese and Korean ones. No colon: it would be a namespace.
const LETTERS =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u0131\\u0134-\\u013e\\u0141-\\u0148\\u014a-\\u017e' +
  '\\u0388-\\u038a\\u038e-\\u03a1\\u03a3-\\u03ce\\u0401-\\u040c\\u040e-\\u044f\\u0451-\\u045c' +
  '\\u3041-\\u3094\\u30a1-\\u30fa\\u4e00-\\u9fa5\\uac00-\\ud7a3';

const FIRST = new RegExp(`^[${LETTERS}_]$`);
const LATER = new RegExp(`^[${LETTERS}_0-9.-]$`);
const ALLOWED = new RegExp(`^[${LETTERS}_][${LETTERS}_0-9.-]*$`);

/** An underscore that begins what looks like a reference. */
const REFERENCE = /_(?=x[0-9A-Fa-f]*_)/g;

/** The key of an element's own text, as in programs that make objects from XML. */
export const TEXT = '#text';

/** `@sku` → `sku`: the same programs write attributes so; null for any other key. */
export function attributeFromKey(key: string): string | null {
  return key.length > 1 && key.startsWith('@') ? key.slice(1) : null;
}

/** No name of a key begins with this; our own attributes do, so that they never meet one. */
export const OWN_PREFIX = '_x_';

export function xmlName(key: string): string {
  if (key === '') return OWN_PREFIX;
  // As an attribute it would declare a namespace.
  if (key === 'xmlns') return '_x0078_mlns';
  const name = key.replace(REFERENCE, '_x005F_');
  return ALLOWED.test(name) ? name : Array.from(name, (character, i) => allowed(character, i === 0)).join('');
}

function allowed(character: string, isFirst: boolean): string {
  if ((isFirst ? FIRST : LATER).test(character)) return character;
  const code = character.codePointAt(0)!.toString(16).toUpperCase();
  return `_x${code.padStart(code.length > 4 ? 8 : 4, '0')}_`;
}

/** The element name for a type: `OrderItem` → `orderItem`. */
export function elementName(typeName: string): string {
  return xmlName(typeName.charAt(0).toLowerCase() + typeName.slice(1));
}

/** Remarks for people: `"two words" is written two_x0020_words`. */
export function mappedNames({ root }: DataSchema): readonly string[] {
  const mapped = new Map<string, string>();
  walkTypes(root, (type) => {
    if (type.kind !== 'record') return;
    for (const { name, type: of } of type.fields) {
      const isSingle = isScalar(typeBesideNull(of) ?? of);
      if (isSingle && name === TEXT) continue;
      const attribute = isSingle ? attributeFromKey(name) : null;
      const written = xmlName(attribute ?? name);
      if (written !== (attribute ?? name)) mapped.set(name, written);
    }
  });
  return Array.from(mapped, ([name, written]) => `${JSON.stringify(name)} is written ${written}`);
}
