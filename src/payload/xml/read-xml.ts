// Reads XML as plain data. Elements become objects, attributes become `@name`, repeated elements become
// arrays, and text beside attributes becomes `#text`. An element with nothing but text becomes that text, or
// a number or boolean if all elements at its path are such.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import { tellConverted } from '../csv.ts';
import type { Findings } from '../findings.ts';
import { count } from '../json/read-json.ts';
import { setOwn } from '../own-property.ts';
import { readAs } from '../strict-values.ts';
import { type LeftOut, parseXml } from './parse-xml.ts';
import type { Element, ElementPlace } from './tree.ts';

export interface XmlData {
  readonly value: DataValue;
  /** The name of the repeated element if the value is the list of these; else null. */
  readonly itemName: string | null;
}

/**
 * The content of the root element. With `asList`, a root with nothing but one repeated element gives the list
 * of these.
 */
export function readXml(bytes: Uint8Array, findings: Findings, asList: boolean): XmlData {
  const { root, leftOut } = parseXml(bytes, findings);
  tellLeftOut(leftOut, findings);
  tellTypes(root.place, findings);
  const value = elementValue(root);
  const list = asList ? listIn(root) : null;
  if (list === null) {
    findings.note(`the document is what <${root.place.name}> contains; its own name is left out`);
    return { value, itemName: null };
  }
  findings.note(`the list is of the <${list}> in <${root.place.name}>; these two names are left out`);
  return { value: (value as DataRecord)[list]!, itemName: list };
}

/** The name of the only children of a root without attributes, if there are several of them. */
function listIn({ place }: Element): string | null {
  const [only, ...others] = place.children.values();
  const isList = only?.repeats === true && others.length === 0 && place.attributes.size === 0;
  return isList ? only.name : null;
}

function elementValue(element: Element): DataValue {
  const { place, attributes, children, text } = element;
  if (!place.isObject) return readAs(place.text.type, text);
  const record: DataRecord = {};
  if (attributes !== null)
    for (let i = 0; i < attributes.length; i += 2) {
      const name = attributes[i]!;
      record[`@${name}`] = readAs(place.attribute(name).type, attributes[i + 1]!);
    }
  if (children === null) {
    if (/[^ \t\r\n]/.test(text)) record['#text'] = readAs(place.text.type, text);
    return record;
  }
  // Frees the tree of a large document, which would otherwise be in memory beside the data.
  element.children = null;
  const lists = new Map<string, DataValue[]>();
  for (const child of children) {
    const { name, repeats } = child.place;
    const value = elementValue(child);
    const list = lists.get(name);
    if (list !== undefined) list.push(value);
    else if (repeats) {
      const begun = [value];
      lists.set(name, begun);
      setOwn(record, name, begun);
    } else setOwn(record, name, value);
  }
  return record;
}

function tellLeftOut({ comments, instructions, interleaved }: LeftOut, findings: Findings): void {
  if (comments > 0) findings.note(`${count(comments, 'comment is', 'comments are')} left out`);
  if (instructions > 0)
    findings.note(
      `${count(instructions, 'processing instruction is', 'processing instructions are')} left out`,
    );
  if (interleaved > 0)
    findings.note(
      `${count(interleaved, 'element comes', 'elements come')} again after other elements of the same parent: the order between differently named elements is not kept`,
    );
}

/** Reports which places are read as numbers and booleans, by their paths from the root. */
function tellTypes(root: ElementPlace, findings: Findings): void {
  const paths = { text: [] as string[], number: [] as string[], boolean: [] as string[] };
  const visit = (place: ElementPlace, path: string) => {
    paths[place.text.type].push(path);
    for (const [name, column] of place.attributes) paths[column.type].push(`${path}/@${name}`);
    for (const child of place.children.values()) visit(child, `${path}/${child.name}`);
  };
  visit(root, root.name);
  tellConverted(
    paths.number,
    paths.boolean,
    'empty ones of these as null; all other values are text',
    findings,
  );
}
