// By which properties the published computation models sort each dataset, and in which order.

import { datasetNamed } from '../data/catalogue.ts';
import type { Field } from '../data/schema.ts';

export interface PropertyOrder {
  /** CM1 sorts once, by this. */
  readonly cm1: Field;
  /** CM2 sorts once by each, one after the other. */
  readonly cm2: readonly Field[];
}

const PROPERTY_NAMES: Readonly<Record<string, { readonly cm1: string; readonly cm2: readonly string[] }>> = {
  // The title is not among CM2's properties in the study either.
  book: {
    cm1: 'author',
    cm2: ['author', 'description', 'image', 'price', 'numInStock', 'type', 'onSale'],
  },
  video: {
    cm1: 'title',
    cm2: ['title', 'uri', 'format', 'height', 'width', 'length', 'views', 'enabled'],
  },
};

/** Throws where the study names no order for the dataset. */
export function propertyOrderOf(dataset: string): PropertyOrder {
  const names = PROPERTY_NAMES[dataset];
  if (names === undefined) throw new Error(`no property order is published for the dataset ${dataset}`);
  const { fields } = datasetNamed(dataset).schema;
  const field = (name: string) => fields.find((each) => each.name === name)!;
  return { cm1: field(names.cm1), cm2: names.cm2.map(field) };
}
