// Which shared libraries a program asks the system for, by its ELF headers: a machine that has others, or
// none, cannot start it.

const MAGIC = '\u007fELF';
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
const LOAD = 1;
const DYNAMIC = 2;
const INTERPRETER = 3;
const NEEDED = 1n;
const STRING_TABLE = 5n;

/**
 * Of a program for a 64-bit machine of little endian, with the loader that it wants first; empty of a static
 * one. Throws of anything else.
 */
export function sharedLibraries(program: Buffer): readonly string[] {
  const isKnown =
    program.toString('latin1', 0, 4) === MAGIC && program[4] === CLASS_64 && program[5] === LITTLE_ENDIAN;
  if (!isKnown) throw new Error('not a 64-bit ELF program of little endian');
  const segments = programHeaders(program);
  const loader = segments.filter(({ type }) => type === INTERPRETER).map(({ at }) => textAt(program, at));
  return [...loader, ...segments.filter(({ type }) => type === DYNAMIC).flatMap(neededBy)];

  function neededBy({ at, size }: Segment): string[] {
    const entries = Array.from({ length: size / 16 }, (_, i) => ({
      tag: program.readBigInt64LE(at + 16 * i),
      value: Number(program.readBigUInt64LE(at + 16 * i + 8)),
    }));
    const table = entries.find(({ tag }) => tag === STRING_TABLE)?.value;
    if (table === undefined) return [];
    const names = offsetOf(table);
    return entries.filter(({ tag }) => tag === NEEDED).map(({ value }) => textAt(program, names + value));
  }

  /** In the file, of an address in memory. */
  function offsetOf(address: number): number {
    const segment = segments.find(
      ({ type, from, size }) => type === LOAD && address >= from && address < from + size,
    );
    if (segment === undefined) throw new Error('its table of strings is in no segment');
    return segment.at + address - segment.from;
  }
}

interface Segment {
  readonly type: number;
  /** Of the file. */
  readonly at: number;
  readonly size: number;
  /** Address in memory. */
  readonly from: number;
}

function programHeaders(program: Buffer): readonly Segment[] {
  const start = Number(program.readBigUInt64LE(32));
  const [each, count] = [program.readUInt16LE(54), program.readUInt16LE(56)];
  return Array.from({ length: count }, (_, i) => {
    const header = start + i * each;
    const long = (at: number) => Number(program.readBigUInt64LE(header + at));
    return { type: program.readUInt32LE(header), at: long(8), from: long(16), size: long(32) };
  });
}

function textAt(program: Buffer, at: number): string {
  return program.toString('latin1', at, program.indexOf(0, at));
}
