// An XML document while it is read: elements with all their texts, and for each path what its elements have
// in common.

import { TextColumn } from '../strict-values.ts';

export interface Element {
  readonly place: ElementPlace;
  /** Name, value, name, value, …; in their order. */
  attributes: string[] | null;
  children: Element[] | null;
  text: string;
}

/** Everything that stands at one path: `/orders/order/price`. */
export class ElementPlace {
  readonly name: string;
  readonly children = new Map<string, ElementPlace>();
  readonly attributes = new Map<string, TextColumn>();
  readonly text = new TextColumn();
  /** Whether some element at this path has attributes or children; then all of them become objects. */
  isObject = false;
  /** Whether it comes more than once in some parent; then it is an array in every parent. */
  repeats = false;

  constructor(name: string) {
    this.name = name;
  }

  child(name: string): ElementPlace {
    let child = this.children.get(name);
    if (child === undefined) {
      child = new ElementPlace(name);
      this.children.set(name, child);
    }
    return child;
  }

  attribute(name: string): TextColumn {
    let column = this.attributes.get(name);
    if (column === undefined) {
      column = new TextColumn();
      this.attributes.set(name, column);
    }
    return column;
  }
}
