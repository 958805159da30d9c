// What Protobuf writes in another way than the data say it, for people.

import type { DataSchema } from '../../data/schema.ts';
import { planProtoFile } from './mapping.ts';

/** What readers in most languages accept unless told otherwise. */
const USUAL_DEPTH = 100;

export function mappedNames(schema: DataSchema): readonly string[] {
  const { renamed, enums, depth } = planProtoFile(schema);
  const lines = [...renamed].map(
    ([key, name]) => `${key === '' ? 'the empty name' : key} is written ${name}`,
  );
  if (enums.length > 0) {
    const names = enums.map(({ name, values }) => `${name} (${values.length})`);
    lines.push(`strings of few values are written as enums: ${names.join(', ')}`);
  }
  if (depth > USUAL_DEPTH) {
    lines.push(`messages are ${depth} deep: readers have to be told, they refuse more than ${USUAL_DEPTH}`);
  }
  return lines;
}
