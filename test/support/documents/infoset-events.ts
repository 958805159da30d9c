// A document as a list of what stands in it, from Fast Infoset and from XML alike, so that the two can be
// compared.

import { SaxesParser } from 'saxes';
import { InfosetReader } from '../../../src/formats/fast-infoset/reader.ts';

/**
 * `<a:b u:a x="1">`, `</>`, `"text"`, `<!--…-->`, `<?target data?>`; names with their prefix and namespace.
 */
export type InfosetEvents = readonly string[];

export function eventsOfInfoset(bytes: Uint8Array): InfosetEvents {
  const reader = new InfosetReader(bytes);
  const events = new Events();
  for (let event = reader.next(); event !== 'document-end'; event = reader.next()) {
    switch (event) {
      case 'start': {
        const attributes = reader.attributes.map(({ name, value }) => `${nameOf(name)}=${value}`);
        const declarations = reader.declarations.map(({ prefix, uri }) => `xmlns:${prefix}=${uri}`);
        events.start(nameOf(reader.name), attributes, declarations);
        break;
      }
      case 'text':
        events.text(reader.text);
        break;
      case 'end':
        events.add('</>');
        break;
      case 'comment':
        events.add(`<!--${reader.text}-->`);
        break;
      case 'instruction':
        events.add(`<?${reader.target} ${reader.text}?>`);
        break;
    }
  }
  return events.list;
}

export function eventsOfXml(text: string): InfosetEvents {
  const parser = new SaxesParser({ xmlns: true });
  const events = new Events();
  parser.on('opentag', ({ prefix, uri, local, attributes, ns }) => {
    const others = Object.values(attributes)
      .filter((each) => each.prefix !== 'xmlns' && each.name !== 'xmlns')
      .map(
        (each) => `${nameOf({ prefix: each.prefix, uri: each.uri, localName: each.local })}=${each.value}`,
      );
    const declarations = Object.entries(ns ?? {}).map(([name, value]) => `xmlns:${name}=${value}`);
    events.start(nameOf({ prefix, uri, localName: local }), others, declarations);
  });
  parser.on('text', (part) => events.text(part));
  parser.on('cdata', (part) => events.text(part));
  parser.on('closetag', () => events.add('</>'));
  parser.on('comment', (part) => events.add(`<!--${part}-->`));
  parser.on('processinginstruction', ({ target, body }) => events.add(`<?${target} ${body}?>`));
  parser.write(text).close();
  return events.list;
}

class Events {
  readonly list: string[] = [];
  #depth = 0;
  #isText = false;

  add(event: string): void {
    if (event === '</>') this.#depth -= 1;
    this.list.push(event);
    this.#isText = false;
  }

  /** Neither attributes nor declarations have an order. */
  start(name: string, attributes: readonly string[], declarations: readonly string[]): void {
    this.add(`<${[name, ...attributes.toSorted(), ...declarations.toSorted()].join(' ')}>`);
    this.#depth += 1;
  }

  /** Parts become one; white space around the outermost element is nothing. */
  text(part: string): void {
    if (this.#depth === 0 || part === '') return;
    if (this.#isText) this.list[this.list.length - 1] += part;
    else this.list.push(part);
    this.#isText = true;
  }
}

function nameOf({ prefix, uri, localName }: { prefix: string; uri: string; localName: string }): string {
  return `${prefix}:{${uri}}${localName}`;
}
