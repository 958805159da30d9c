// Which formats are tried on somebody's own data unless they are asked for by name. Left out are those that a
// program on the other end prescribes: SOAP is the XML of format xml in an envelope, never shorter and never
// faster than that, and Java's serialization is of classes that whoever reads must have. Nobody chooses them
// for JSON they already have.

import { FORMATS } from '../../formats/catalogue.ts';
import type { Format } from '../../formats/format.ts';

const PRESCRIBED: readonly string[] = ['soap', 'soap-serialized', 'java-serialization'];

export const ADVISED_FORMATS: readonly Format[] = formatsWith(null);

/** Those and one more, where that is not among them: what is sent today is compared whatever it is. */
export function formatsWith(name: string | null): readonly Format[] {
  return FORMATS.filter((format) => format.name === name || !PRESCRIBED.includes(format.name));
}
