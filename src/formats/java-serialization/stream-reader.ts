// Knows what a stream of Java's serialization has had so far, and what may come next: strings, class
// descriptions, objects and references to them. Only classes of the plan may come; any other is refused by
// its name before its description is read.

import type { DataValue } from '../../data/schema.ts';
import type { JavaClass, JavaObject } from './class-plan.ts';
import {
  BASE_HANDLE,
  OTHER_TAGS,
  TC_BLOCKDATA,
  TC_CLASSDESC,
  TC_ENDBLOCKDATA,
  TC_LONGSTRING,
  TC_NULL,
  TC_OBJECT,
  TC_REFERENCE,
  TC_STRING,
} from './stream-constants.ts';
import { StreamInput } from './stream-input.ts';

/** A class as the stream describes it. */
export interface DescribedClass {
  readonly kind: 'class';
  readonly class: JavaClass;
  /** Its fields in the order of the stream, as indices of the class's. */
  readonly layout: readonly number[];
}

const STRING = { kind: 'string' } as const;

const IN_WORDS: ReadonlyMap<number, string> = new Map([
  ...OTHER_TAGS,
  [TC_NULL, 'null'],
  [TC_REFERENCE, 'a reference'],
  [TC_CLASSDESC, 'a class description'],
  [TC_OBJECT, 'an object'],
  [TC_STRING, 'a string'],
  [TC_LONGSTRING, 'a string'],
  [TC_BLOCKDATA, 'block data'],
  [TC_ENDBLOCKDATA, 'the end of block data'],
]);

export class StreamReader {
  readonly input: StreamInput;
  readonly #classes: ReadonlyMap<string, JavaClass>;
  /** What each handle stands for, and its value, which is undefined while it is being read. */
  readonly #kinds: (JavaObject | DescribedClass)[] = [];
  readonly #values: (DataValue | undefined)[] = [];

  constructor(bytes: Uint8Array, classes: ReadonlyMap<string, JavaClass>) {
    this.input = new StreamInput(bytes);
    this.#classes = classes;
  }

  string(): string {
    const tag = this.input.byte();
    if (tag === TC_REFERENCE) return this.#referred(STRING) as string;
    if (tag !== TC_STRING && tag !== TC_LONGSTRING) throw this.#unexpected(tag, 'a string');
    // Its handle is the next one, and nothing in it takes another.
    const text = tag === TC_STRING ? this.input.text() : this.input.longText();
    this.#kinds.push(STRING);
    this.#values.push(text);
    return text;
  }

  /**
   * `read`: of a new object of the class that comes, which is that of `type`. Otherwise the object that was
   * referred to.
   */
  object(
    type: Exclude<JavaObject, { kind: 'string' }>,
    read: (layout: readonly number[]) => DataValue,
  ): DataValue {
    const tag = this.input.byte();
    if (tag === TC_REFERENCE) return this.#referred(type);
    if (tag !== TC_OBJECT) throw this.#unexpected(tag, type.class.name);
    const from = this.input.at;
    const described = this.#classDescription(type.class.name);
    if (described.class !== type.class)
      throw this.input.error(`the class ${described.class.name} where ${type.class.name} must stand`, from);
    const handle = this.#kinds.push(type) - 1;
    this.#values.push(undefined);
    const value = read(described.layout);
    this.#values[handle] = value;
    return value;
  }

  /** `what`: in words. */
  expect(tag: number, what: string): void {
    const actual = this.input.byte();
    if (actual !== tag) throw this.#unexpected(actual, what);
  }

  /** Reads the description of a class of the plan; `wanted` is for errors. */
  #classDescription(wanted: string): DescribedClass {
    const tag = this.input.byte();
    if (tag === TC_REFERENCE) {
      const kind = this.#kinds[this.#handle()];
      if (kind?.kind === 'class') return kind;
      throw this.input.error('a reference to what is no class', this.input.at - 4);
    }
    if (tag !== TC_CLASSDESC) throw this.#unexpected(tag, `the class ${wanted}`);
    return this.#newDescription();
  }

  #newDescription(): DescribedClass {
    const { input } = this;
    const from = input.at;
    const name = input.text();
    const known = this.#classes.get(name);
    if (known === undefined) throw input.error(`the class ${shown(name)}, which is none of the data's`, from);
    const uid = input.long();
    if (uid !== known.serialVersionUid)
      throw input.error(`${name} has the serialVersionUID ${uid}, expected ${known.serialVersionUid}`, from);
    const layout: number[] = [];
    const described: DescribedClass = { kind: 'class', class: known, layout };
    // Before its fields, since their types take handles too.
    this.#kinds.push(described);
    this.#values.push(undefined);
    const flags = input.byte();
    if (flags !== known.flags) throw input.error(`${name} has the flags ${flags}, expected ${known.flags}`);
    const count = input.short();
    if (count !== known.fields.length)
      throw input.error(`${name} has ${count} fields, expected ${known.fields.length}`);
    while (layout.length < count) layout.push(this.#describedField(known, layout));
    this.expect(TC_ENDBLOCKDATA, `the end of the class ${name}`);
    this.expect(TC_NULL, `no class above ${name}`);
    return described;
  }

  /** Index of a field in those of the class. */
  #describedField({ name, fields }: JavaClass, before: readonly number[]): number {
    const { input } = this;
    const from = input.at;
    const typeCode = String.fromCharCode(input.byte());
    const fieldName = input.text();
    // Which interface or class the field has been given is the Java program's affair: its value is what
    // counts.
    if (typeCode === 'L') this.string();
    const index = fields.findIndex((field) => field.name === fieldName && field.typeCode === typeCode);
    if (index === -1 || before.includes(index))
      throw input.error(
        `${name} has an unexpected field ${shown(fieldName)} of type ${JSON.stringify(typeCode)}`,
        from,
      );
    return index;
  }

  #referred(wanted: JavaObject): DataValue {
    const handle = this.#handle();
    const from = this.input.at - 4;
    const kind = this.#kinds[handle];
    if (kind === undefined) throw this.input.error('a reference to what has not come yet', from);
    const value = this.#values[handle];
    if (kind.kind === 'class' || !fits(kind, wanted))
      throw this.input.error('a reference to something of another type', from);
    if (value === undefined) throw this.input.error('an object that holds itself', from);
    return value;
  }

  #handle(): number {
    return this.input.int() - BASE_HANDLE;
  }

  #unexpected(tag: number, wanted: string): Error {
    const tagInWords = IN_WORDS.get(tag) ?? `the tag 0x${tag.toString(16).padStart(2, '0')}`;
    return this.input.error(`${tagInWords} where ${wanted} must stand`, this.input.at - 1);
  }
}

/** Whether an object that was read as one part of the plan is what another part wants. */
function fits(held: JavaObject, wanted: JavaObject): boolean {
  if (held.kind === 'list' && wanted.kind === 'list') {
    if (held.item === null || wanted.item === null) return held.item === wanted.item;
    return fits(held.item, wanted.item);
  }
  if (held.kind === 'record' && wanted.kind === 'record') return held.class === wanted.class;
  return held.kind === wanted.kind;
}

/** Names may be 64 kB long. */
const MOST_SHOWN = 100;

function shown(name: string): string {
  return JSON.stringify(name.slice(0, MOST_SHOWN));
}
