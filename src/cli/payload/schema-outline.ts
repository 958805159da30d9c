// A schema for people: a line a field, what is inside indented below it.

import stringWidth from 'string-width';
import type { Field, RecordType, TypeSpec } from '../../data/schema.ts';

const INDENT = 2;
/** Names longer than this push their own type to the right, not everybody's. */
const WIDEST_NAME = 36;
const GAP = 2;
const MOST_ENUM_VALUES = 12;

interface Line {
  readonly name: string;
  readonly type: string;
}

/** With a line feed at its end. `columns`: of the terminal. */
export function schemaOutline(root: TypeSpec, columns: number): string {
  const lines = fieldsInside(root, 0);
  const width = Math.max(
    0,
    ...lines.map(({ name }) => stringWidth(name)).filter((each) => each <= WIDEST_NAME),
  );
  const top = wrapped(typeText(root), 0, columns);
  return [top, ...lines.map((line) => lineText(line, width, columns))].map((text) => `${text}\n`).join('');
}

export function hasOptional(root: TypeSpec): boolean {
  return recordsIn(root).some(({ fields }) =>
    fields.some(({ optional, type }) => optional || hasOptional(type)),
  );
}

function lineText({ name, type }: Line, width: number, columns: number): string {
  if (type === '') return name;
  const pad = ' '.repeat(Math.max(0, width - stringWidth(name)));
  const start = `${name}${pad}${' '.repeat(GAP)}`;
  return start + wrapped(type, stringWidth(start), columns);
}

function fieldsInside(type: TypeSpec, depth: number): Line[] {
  const records = recordsIn(type);
  return records.flatMap((record) => {
    const inside = record.fields.flatMap((field) => fieldLines(field, depth + 1));
    // Where there are several, their names tell whose fields follow.
    return records.length > 1
      ? [{ name: `${' '.repeat(depth * INDENT + 1)}${record.name}:`, type: '' }, ...inside]
      : inside;
  });
}

function fieldLines({ name, type, optional }: Field, depth: number): Line[] {
  const shown = `${' '.repeat(depth * INDENT)}${keyText(name)}${optional ? '?' : ''}`;
  return [{ name: shown, type: typeText(type) }, ...fieldsInside(type, depth)];
}

/** The records that values of a type are, or consist of, without those in their fields. */
function recordsIn(type: TypeSpec): readonly RecordType[] {
  switch (type.kind) {
    case 'record':
      return [type];
    case 'array':
      return recordsIn(type.items);
    case 'map':
      return recordsIn(type.values);
    case 'union':
      return type.branches.flatMap(recordsIn);
    default:
      return [];
  }
}

function typeText(type: TypeSpec): string {
  switch (type.kind) {
    case 'null':
    case 'boolean':
    case 'double':
      return type.kind;
    case 'integer':
      return type.min === type.max ? `integer ${type.min}` : `integer ${type.min} … ${type.max}`;
    case 'string':
      if (type.enum !== undefined) return enumText(type.enum);
      return type.format === undefined ? 'string' : `string (${type.format})`;
    case 'array':
      return arrayText(type.items, type.mayBeEmpty);
    case 'map':
      return `map of ${grouped(type.values)}`;
    case 'record':
      return type.fields.length === 0 ? `${type.name} (no properties)` : type.name;
    case 'union':
      return type.branches
        .toSorted((a, b) => nullLast(a) - nullLast(b))
        .map(typeText)
        .join(' | ');
    case 'never':
      return 'nothing';
  }
}

function arrayText(items: TypeSpec, mayBeEmpty: boolean): string {
  if (items.kind === 'never') return 'array, always empty';
  return `array of ${grouped(items)}${mayBeEmpty ? ', may be empty' : ''}`;
}

function grouped(type: TypeSpec): string {
  const isSeveral = type.kind === 'union' || (type.kind === 'string' && (type.enum?.length ?? 0) > 1);
  return isSeveral ? `(${typeText(type)})` : typeText(type);
}

function nullLast({ kind }: TypeSpec): number {
  return kind === 'null' ? 1 : 0;
}

function enumText(values: readonly string[]): string {
  const shown = values.slice(0, MOST_ENUM_VALUES).map(safe);
  const more = values.length - shown.length;
  return `${shown.join(' | ')}${more > 0 ? ` | … ${more} more` : ''}`;
}

function keyText(key: string): string {
  return /^[\p{L}\p{N}_$@#.:-]+$/u.test(key) ? key : safe(key);
}

/** As JSON, without characters that could move a terminal's cursor. */
function safe(text: string): string {
  return JSON.stringify(text).replace(/\p{Cc}|\p{Cf}/gu, '·');
}

/** At spaces, what follows standing under the beginning. */
function wrapped(text: string, start: number, columns: number): string {
  const room = Math.max(columns - start, 20);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && stringWidth(longer) > room) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].join(`\n${' '.repeat(start)}`);
}
