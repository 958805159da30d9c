// The formats that are tried on a user's own data unless the user names some. Formats that the program on the
// other end prescribes are left out: SOAP is the XML of format xml in an envelope, never shorter and never
// faster, and Java's serialization needs the classes on both ends. Nobody chooses them for JSON they already
// have.

import { FORMATS } from '../../formats/catalogue.ts';
import type { Format } from '../../formats/format.ts';

const PRESCRIBED: readonly string[] = ['soap', 'soap-serialized', 'java-serialization'];

export const ADVISED_FORMATS: readonly Format[] = formatsWith(null);

/** The advised formats and, if it is missing, today's format, which is always compared. */
export function formatsWith(name: string | null): readonly Format[] {
  return FORMATS.filter((format) => format.name === name || !PRESCRIBED.includes(format.name));
}
