// Values into a FlatBuffer, by functions made once for each layout. As in the code that flatc writes: what a
// table refers to comes before the table, and a scalar equal to its default takes no place.

import type { Builder, Offset } from 'flatbuffers';
import type { DataRecord, DataValue, TypeSpec } from '../../data/schema.ts';
import { branchFinder } from '../shared/branch.ts';
import { compiled } from '../shared/compiled.ts';
import { ownReader } from '../shared/plain-record.ts';
import type { Layout, Slot, Table } from './layout.ts';
import { SCALARS, type Scalar } from './scalars.ts';

const OFFSET_BYTES = 4;

/** Writes what a value refers to, and returns the offset that stands for it. */
type Create<T> = (builder: Builder, value: T) => Offset;

/** A value as it stands in a table or a vector: in place, or by its offset. */
type Writer =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'reference'; readonly create: Create<DataValue> };

function makeWriter(layout: Layout): Writer {
  switch (layout.kind) {
    case 'nothing':
      return layout;
    case 'scalar':
      return { kind: 'scalar', scalar: SCALARS[layout.scalar] };
    case 'enum':
      return { kind: 'scalar', scalar: enumScalar(layout.values) };
    case 'string':
      return { kind: 'reference', create: (builder, value) => builder.createString(value as string) };
    case 'vector':
      return { kind: 'reference', create: vectorWriter(makeWriter(layout.items)) as Create<DataValue> };
    case 'map':
      return { kind: 'reference', create: mapWriter(layout.entry) };
    case 'table':
      return { kind: 'reference', create: tableWriter(layout.table) };
  }
}

function enumScalar(values: readonly string[]): Scalar {
  const indexOf = new Map(values.map((value, index) => [value, index]));
  return {
    ...SCALARS.ubyte,
    zero: values[0]!,
    add: (builder, value) => builder.addInt8(indexOf.get(value as string)!),
  };
}

function vectorWriter(items: Writer): Create<readonly DataValue[]> {
  if (items.kind === 'reference') return offsetsWriter(items.create);
  // If all items are null, only their number is written.
  const { bytes, add } = items.kind === 'scalar' ? items.scalar : { ...SCALARS.ubyte, add: addZero };
  return (builder, values) => {
    builder.startVector(bytes, values.length, bytes);
    for (let i = values.length - 1; i >= 0; i--) add(builder, values[i]!);
    return builder.endVector();
  };
}

function addZero(builder: Builder): void {
  builder.addInt8(0);
}

function offsetsWriter<T>(create: Create<T>): Create<readonly T[]> {
  return (builder, values) => {
    const offsets = values.map((value) => create(builder, value));
    builder.startVector(OFFSET_BYTES, offsets.length, OFFSET_BYTES);
    for (let i = offsets.length - 1; i >= 0; i--) builder.addOffset(offsets[i]!);
    return builder.endVector();
  };
}

function mapWriter(entry: Table): Create<DataValue> {
  const entries = offsetsWriter(tableWriter(entry));
  // An entry is handed on as the array that it is.
  return (builder, value) => entries(builder, Object.entries(value as DataRecord));
}

/** Writes a slot of the table that is begun; `offsets` holds what was created for it. */
type Put = (builder: Builder, host: never, offsets: readonly Offset[]) => void;

type CreateFrom = (builder: Builder, host: never) => Offset;

/** `host`: what the table is of; for an entry, `[key, value]`. */
export function tableWriter(table: Table): Create<DataValue> {
  const creates: CreateFrom[] = [];
  const puts: { bytes: number; put: Put }[] = [];
  table.slots.forEach((slot, i) => {
    const get = makeGetter(table, slot, i);
    const writer = makeWriter(slot.layout);
    if (writer.kind === 'reference') {
      const at = creates.push(createWhereThere(get, writer.create)) - 1;
      puts.push({ bytes: OFFSET_BYTES, put: putOffset(slot.index, at) });
    } else if (writer.kind === 'scalar') {
      puts.push({ bytes: writer.scalar.bytes, put: putScalar(slot, get, writer.scalar) });
    }
    if (slot.nullIndex !== null) puts.push({ bytes: 1, put: putNull(slot.nullIndex, get) });
  });
  return assemble(slotCount(table), creates, puts);
}

/** The largest first, which needs the least padding; as flatc does for C++. */
function assemble(
  count: number,
  creates: readonly CreateFrom[],
  sized: readonly { bytes: number; put: Put }[],
): Create<DataValue> {
  const puts = [...sized].sort((a, b) => b.bytes - a.bytes).map(({ put }) => put);
  // Reused: no table holds one of its own kind.
  const offsets: Offset[] = creates.map(() => 0);
  const generated = compiled<Create<DataValue>>(
    ['offsets', ...creates.map((_, i) => `c${i}`), ...puts.map((_, i) => `p${i}`)],
    `return (builder, host) => {
      ${creates.map((_, i) => `offsets[${i}] = c${i}(builder, host);`).join('\n')}
      builder.startObject(${count});
      ${puts.map((_, i) => `p${i}(builder, host, offsets);`).join('\n')}
      return builder.endObject();
    };`,
  );
  if (generated !== null) return generated(offsets, ...creates, ...puts);
  return (builder, host) => {
    for (let i = 0; i < creates.length; i++) offsets[i] = creates[i]!(builder, host as never);
    builder.startObject(count);
    for (let i = 0; i < puts.length; i++) puts[i]!(builder, host as never, offsets);
    return builder.endObject();
  };
}

function slotCount({ slots }: Table): number {
  return slots.reduce((most, { index, nullIndex }) => Math.max(most, index + 1, (nullIndex ?? -1) + 1), 0);
}

type Get = (host: never) => DataValue | undefined;

function makeGetter({ role, branches }: Table, { name }: Slot, i: number): Get {
  switch (role) {
    case 'record':
      return ownReader(name) as Get;
    case 'box':
      return (host) => host;
    case 'entry':
      return (host) => (host as readonly DataValue[])[i];
    case 'union':
      return branchGetter(branches, i);
  }
}

function branchGetter(branches: readonly TypeSpec[], i: number): Get {
  const indexOf = branchFinder(branches);
  return (host) => (indexOf(host) === i ? host : undefined);
}

function createWhereThere(get: Get, create: Create<DataValue>): (builder: Builder, host: never) => Offset {
  return (builder, host) => {
    const value = get(host);
    return value === undefined || value === null ? 0 : create(builder, value);
  };
}

function putOffset(index: number, at: number): Put {
  return (builder, _host, offsets) => builder.addFieldOffset(index, offsets[at]!, 0);
}

function putScalar({ index, presence }: Slot, get: Get, { zero, add }: Scalar): Put {
  // Where a missing value means something, every value is written. −0 is no default: it would come back as 0.
  const omitted = presence === 'always' ? zero : null;
  return (builder, host) => {
    const value = get(host);
    if (value === undefined || value === null || Object.is(value, omitted)) return;
    add(builder, value);
    builder.slot(index);
  };
}

function putNull(index: number, get: Get): Put {
  return (builder, host) => {
    if (get(host) !== null) return;
    builder.addInt8(1);
    builder.slot(index);
  };
}
