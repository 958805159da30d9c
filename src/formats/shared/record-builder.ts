// Plain objects from the values of a record's fields, with the keys in the schema's order and optional ones
// left out. A copied template has its properties in the object itself, as a literal has, and needs no eval;
// one is kept for each set of fields that are there.

import type { DataRecord, DataValue, RecordType } from '../../data/schema.ts';
import { emptyTemplate, put } from './plain-record.ts';

/** A value for each field in the schema's order; undefined where the object does not have it. */
export type Slots = (DataValue | undefined)[];

/** The bits of a number distinguish sets of fields; records with more optional fields get no templates. */
const MOST_TEMPLATE_BITS = 30;
/** Data that have more sets than this have no usual ones. */
const MOST_TEMPLATES = 1_000;

/** `missing`: what is thrown where a required field is not in the slots. */
export function recordBuilder(
  { fields }: RecordType,
  missing: (name: string) => Error = (name) => new Error(`${name} is missing`),
): (slots: Slots) => DataRecord {
  const names = fields.map((field) => field.name);
  if (fields.every(({ optional }) => !optional)) return wholeBuilder(names, missing);
  const isOptional = fields.map(({ optional }) => optional);
  const bits = isOptional.filter((each) => each).length;
  return bits > MOST_TEMPLATE_BITS
    ? partBuilder(names, isOptional, missing)
    : templateBuilder(names, isOptional, missing);
}

type Missing = (name: string) => Error;

function wholeBuilder(names: readonly string[], missing: Missing): (slots: Slots) => DataRecord {
  const template = emptyTemplate(names);
  return (slots) => {
    const out = { ...template };
    for (let i = 0; i < names.length; i++) {
      const value = slots[i];
      if (value === undefined) throw missing(names[i]!);
      out[names[i]!] = value;
    }
    return out;
  };
}

function templateBuilder(
  names: readonly string[],
  isOptional: readonly boolean[],
  missing: Missing,
): (slots: Slots) => DataRecord {
  const templates = new Map<number, DataRecord>();
  return (slots) => {
    let present = 0;
    for (let i = 0; i < names.length; i++) {
      if (isOptional[i]) present = (present << 1) | (slots[i] === undefined ? 0 : 1);
      else if (slots[i] === undefined) throw missing(names[i]!);
    }
    let template = templates.get(present);
    if (template === undefined) {
      template = emptyTemplate(names.filter((_, i) => slots[i] !== undefined));
      if (templates.size < MOST_TEMPLATES) templates.set(present, template);
    }
    const out = { ...template };
    for (let i = 0; i < names.length; i++) {
      const value = slots[i];
      if (value !== undefined) out[names[i]!] = value;
    }
    return out;
  };
}

function partBuilder(
  names: readonly string[],
  isOptional: readonly boolean[],
  missing: Missing,
): (slots: Slots) => DataRecord {
  return (slots) => {
    const out: DataRecord = {};
    for (let i = 0; i < names.length; i++) {
      const value = slots[i];
      if (value !== undefined) put(out, names[i]!, value);
      else if (!isOptional[i]) throw missing(names[i]!);
    }
    return out;
  };
}

/**
 * The object's own value under a name; undefined if there is none or if it is inherited, like `constructor`.
 */
export function ownValue(record: DataRecord, name: string): DataValue | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
