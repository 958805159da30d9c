// Plain records made from readers of their fields: each is called with the same arguments, the place of the
// record.

import type { DataRecord, DataValue } from '../../data/schema.ts';
import { compiled, keyLiteral } from './compiled.ts';
import { emptyTemplate, put } from './plain-record.ts';

/** Where a record is, as its format has it: an index of a column, a buffer and an offset. */
type ReadPosition = readonly unknown[];

type Read<P extends ReadPosition> = (...place: P) => DataValue;
/** undefined for a field that is absent. */
type ReadField<P extends ReadPosition> = (...place: P) => DataValue | undefined;
type ReadRecord<P extends ReadPosition> = (...place: P) => DataRecord;

/**
 * Reads records that have all fields. `parameters` names the parts of the place: `['buffer', 'at']`. It
 * prepares the code, which takes far longer than reading a record; the returned function takes the readers,
 * one for each name.
 */
export function wholeReader<P extends ReadPosition>(
  parameters: readonly string[],
  names: readonly string[],
): (reads: readonly Read<P>[]) => ReadRecord<P> {
  const place = parameters.join(', ');
  const members = names.map((name, i) => `${keyLiteral(name)}: r${i}(${place})`);
  const generated = compiled<ReadRecord<P>>(
    names.map((_, i) => `r${i}`),
    `return (${place}) => ({ ${members.join(', ')} });`,
  );
  if (generated !== null) return (reads) => generated(...reads);
  const template = emptyTemplate(names);
  return (reads) =>
    (...at) => {
      const record = { ...template };
      for (let i = 0; i < names.length; i++) record[names[i]!] = reads[i]!(...at);
      return record;
    };
}

/** The same for records that need not have all fields. */
export function sparseReader<P extends ReadPosition>(
  parameters: readonly string[],
  names: readonly string[],
): (reads: readonly ReadField<P>[]) => ReadRecord<P> {
  const place = parameters.join(', ');
  const steps = names.map((name, i) => {
    const read = `if ((value = r${i}(${place})) !== undefined)`;
    return name === '__proto__'
      ? `${read} put(record, "__proto__", value);`
      : `${read} record[${JSON.stringify(name)}] = value;`;
  });
  const generated = compiled<ReadRecord<P>>(
    ['put', ...names.map((_, i) => `r${i}`)],
    `return (${place}) => {
      const record = {};
      let value;
      ${steps.join('\n')}
      return record;
    };`,
  );
  if (generated !== null) return (reads) => generated(put, ...reads);
  return (reads) =>
    (...at) => {
      const record: DataRecord = {};
      for (let i = 0; i < names.length; i++) {
        const value = reads[i]!(...at);
        if (value !== undefined) put(record, names[i]!, value);
      }
      return record;
    };
}
