// The tables as FlatBuffers schema text (.fbs), for programs in other languages: what flatc makes of it reads
// and writes the same bytes. Fields stand in the order of their slots, so none needs an id.

import type { DataSchema } from '../../data/schema.ts';
import { legalNames } from '../shared/legal-names.ts';
import { type Layout, rootTable, type Slot, type Table } from './layout.ts';

/** Definitions stand before they are used, the root table last. */
export function writeFbs(schema: DataSchema): string {
  const text = new Definitions();
  const root = text.table(rootTable(schema));
  return `${[...text.blocks, `root_type ${root};`].join('\n\n')}\n`;
}

interface SlotNames {
  readonly name: string;
  /** The name of the boolean beside it. */
  readonly nullName: string;
}

/** A space makes sure that the boolean is renamed where the data have a key of that name. */
function slotNames(slots: readonly Slot[]): readonly SlotNames[] {
  const names = legalNames(slots.flatMap(({ name }) => [name, `${name} null`]));
  return slots.map((_, i) => ({ name: names[2 * i]!, nullName: names[2 * i + 1]! }));
}

class Definitions {
  readonly blocks: string[] = [];
  readonly #taken = new Set<string>();

  /** Its name, after its definition. */
  table(table: Table): string {
    const name = this.#take(table.name);
    const names = slotNames(table.slots);
    const lines = table.slots.flatMap((slot, i) => this.#slot(slot, names[i]!, name));
    this.blocks.push(`table ${name} {\n${lines.map((line) => `  ${line}\n`).join('')}}`);
    return name;
  }

  #slot({ layout, presence, nullIndex }: Slot, { name, nullName }: SlotNames, owner: string): string[] {
    const marker = nullIndex === null ? [] : [`${nullName}:bool; // ${name} is null, not absent`];
    if (layout.kind === 'nothing') return [`// ${name} is always null`, ...marker];
    const type = this.#type(layout, `${owner}_${name}`);
    const isScalar = layout.kind === 'scalar' || layout.kind === 'enum';
    // A scalar that is not there is its default, anything else nothing.
    const missing = presence === 'always' ? (isScalar ? '' : ' (required)') : isScalar ? ' = null' : '';
    return [`${name}:${type}${missing};${presence === 'null' ? ' // absent: null' : ''}`, ...marker];
  }

  #type(layout: Layout, wish: string): string {
    switch (layout.kind) {
      case 'nothing':
        return 'ubyte';
      case 'scalar':
        return layout.scalar;
      case 'enum':
        return this.#enum(layout.values, wish);
      case 'string':
        return 'string';
      case 'vector':
        return `[${this.#type(layout.items, wish)}]`;
      case 'map':
        return `[${this.table(layout.entry)}]`;
      case 'table':
        return this.table(layout.table);
    }
  }

  #enum(values: readonly string[], wish: string): string {
    const name = this.#take(wish);
    const symbols = legalNames(values);
    const lines = symbols.map((symbol, i) => {
      const value = symbol === values[i] ? '' : ` // ${JSON.stringify(values[i])}`;
      return `  ${symbol}${i + 1 < symbols.length ? ',' : ''}${value}\n`;
    });
    this.blocks.push(`enum ${name}:ubyte {\n${lines.join('')}}`);
    return name;
  }

  #take(wish: string): string {
    let name = wish;
    for (let count = 2; this.#taken.has(name); count++) name = `${wish}${count}`;
    this.#taken.add(name);
    return name;
  }
}
