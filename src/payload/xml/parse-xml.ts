// Parses XML by saxes into a tree. It refuses a DTD, every entity except the five of XML itself (nothing is
// ever fetched or expanded), text between elements, and elements nested too deeply. It reports comments and
// processing instructions.

import { SaxesParser } from 'saxes';
import type { Findings } from '../findings.ts';
import { MOST_DEPTH } from '../json/scan.ts';
import { quoted, sayPlace } from '../source-text.ts';
import { type Element, ElementPlace } from './tree.ts';

/** How much of the source the tree has no room for. */
export interface LeftOut {
  comments: number;
  instructions: number;
  /** Elements that come again after others in the same parent; their order among those is lost. */
  interleaved: number;
}

/** Thrown inside: what follows cannot be understood. */
class Stop extends Error {}

/** Returns the root element. Throws if the text is no XML, or if it has something that is refused. */
export function parseXml(
  bytes: Uint8Array,
  findings: Findings,
): { readonly root: Element; readonly leftOut: LeftOut } {
  const text = new TextDecoder().decode(bytes);
  const building = new Building(findings, text.length !== bytes.length);
  try {
    building.parser.write(text).close();
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
  }
  findings.throwIfProblems();
  return { root: building.root!, leftOut: building.leftOut };
}

class Building {
  readonly parser = new SaxesParser({ xmlns: false, position: true });
  readonly leftOut: LeftOut = { comments: 0, instructions: 0, interleaved: 0 };
  root: Element | null = null;
  readonly #open: Element[] = [];
  readonly #findings: Findings;

  constructor(findings: Findings, hasNonAscii: boolean) {
    this.#findings = findings;
    const { parser } = this;
    parser.on('error', (error) => this.#stop(saySaxesError(error)));
    parser.on('xmldecl', ({ encoding }) => {
      if (hasNonAscii && encoding !== undefined && !/^utf-?8$/i.test(encoding))
        this.#stop(
          `the XML says that it is ${quoted(encoding)}, but UTF-8 is read; convert it and mend its first line`,
        );
    });
    parser.on('doctype', () =>
      this.#stop('a DTD (<!DOCTYPE …>) is not read, because of what entities can do; leave it out'),
    );
    parser.on('comment', () => {
      this.leftOut.comments += 1;
    });
    parser.on('processinginstruction', () => {
      this.leftOut.instructions += 1;
    });
    parser.on('opentag', ({ name, attributes }) => this.#openElement(name, attributes));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('closetag', () => this.#closeElement());
  }

  #openElement(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#open.at(-1);
    if (this.#open.length === MOST_DEPTH) this.#stop(`the elements are nested deeper than ${MOST_DEPTH}`);
    const place = parent === undefined ? new ElementPlace(name) : parent.place.child(name);
    const element: Element = { place, attributes: null, children: null, text: '' };
    for (const attribute in attributes) {
      element.attributes ??= [];
      element.attributes.push(attribute, attributes[attribute]!);
      place.attribute(attribute).add(attributes[attribute]!);
      place.isObject = true;
    }
    if (parent === undefined) this.root = element;
    else this.#append(parent, element);
    this.#open.push(element);
  }

  #append(parent: Element, element: Element): void {
    parent.place.isObject = true;
    if (parent.children === null) {
      if (isMoreThanSpace(parent.text)) this.#refuseMixed(parent);
      parent.text = '';
      parent.children = [];
    }
    parent.children.push(element);
  }

  #text(text: string): void {
    const element = this.#open.at(-1);
    if (element === undefined) return;
    if (element.children === null) element.text += text;
    else if (isMoreThanSpace(text)) this.#refuseMixed(element);
  }

  #closeElement(): void {
    const { place, text, children } = this.#open.pop()!;
    if (children === null) {
      // White space alone inside an object is layout, and is left out.
      place.text.add(place.isObject && !isMoreThanSpace(text) ? '' : text);
      return;
    }
    const places = new Set<ElementPlace>();
    children.forEach((child, i) => {
      if (!places.has(child.place)) places.add(child.place);
      else {
        child.place.repeats = true;
        if (children[i - 1]!.place !== child.place) this.leftOut.interleaved += 1;
      }
    });
  }

  #refuseMixed({ place }: Element): never {
    return this.#stop(
      `<${place.name}> has text between its elements, which objects cannot keep; pick records without it, or send the markup as one text`,
    );
  }

  #stop(what: string): never {
    const { line, column } = this.parser;
    this.#findings.problem(() => ({ path: sayPlace({ line, column: column + 1 }), what }));
    throw new Stop();
  }
}

/** saxes puts file, line and column before its messages. */
function saySaxesError(error: Error): string {
  const what = error.message.replace(/^[^ ]*:?\d+:\d+: /, '').replace(/\.$/, '');
  return /entity/i.test(what)
    ? `not read as XML: ${what}; only &lt; &gt; &amp; &quot; &apos; and numbers are read`
    : `not XML: ${what}`;
}

function isMoreThanSpace(text: string): boolean {
  return /[^ \t\r\n]/.test(text);
}
