// Turns a source's bytes into its value, by its kind.

import type { DataValue } from '../data/schema.ts';
import { readCsv } from './csv.ts';
import { requireUtf8 } from './encoding.ts';
import { Findings, refusal } from './findings.ts';
import { NdjsonReader } from './json/ndjson.ts';
import { type JsonNumbers, JsonReader } from './json/read-json.ts';
import type { RawSource } from './source.ts';
import { kindByContent, type SourceKind } from './source-kind.ts';
import { readXml } from './xml/read-xml.ts';

export interface Document {
  readonly kind: SourceKind;
  readonly value: DataValue;
  /** What the source calls the items of a list; null if it has no name for them. */
  readonly itemName: string | null;
  readonly notes: readonly string[];
}

export interface ReadingAs extends JsonNumbers {
  readonly from: SourceKind | undefined;
  /** An XML document with nothing but one repeated element is the list of these. */
  readonly asList: boolean;
}

/** Throws a UserError with everything that is wrong in the source. */
export function readDocument(source: RawSource, { from, asList, exact }: ReadingAs): Document {
  const { label, bytes } = source;
  const text = requireUtf8(label, bytes);
  if (isBlank(text)) throw refusal(label, 'is empty: there is nothing to measure');
  const kind = from ?? source.kind ?? kindByContent(label, text);
  const findings = new Findings(label);
  const read =
    kind === 'xml'
      ? readXml(text, findings, asList)
      : { value: READERS[kind](text, findings, { exact }), itemName: null };
  findings.throwIfProblems();
  return { kind, ...read, notes: [...source.notes, ...findings.notes] };
}

const READERS: Readonly<
  Record<
    Exclude<SourceKind, 'xml'>,
    (text: Uint8Array, findings: Findings, numbers: JsonNumbers) => DataValue
  >
> = {
  json: readJson,
  ndjson: readNdjson,
  csv: (text, findings) => readCsv(text, null, findings),
  tsv: (text, findings) => readCsv(text, '\t', findings),
};

function readJson(text: Uint8Array, findings: Findings, numbers: JsonNumbers): DataValue {
  const reader = new JsonReader(findings, numbers);
  const read = reader.read(text, { otherwise: ndjsonHint(text) });
  reader.tellRemarks();
  findings.throwIfProblems();
  return read!.value;
}

/** If each line is a text of its own, that explains why the whole is none. */
function ndjsonHint(text: Uint8Array): string {
  const lines = new TextDecoder().decode(text.subarray(0, 65_536)).trimStart().split('\n', 2);
  return lines.length === 2 && /^[[{].*[\]}]\s*$/.test(lines[0]!) && /^[[{]/.test(lines[1]!)
    ? '; if every line is a text of its own, it is NDJSON: --from ndjson'
    : '';
}

function readNdjson(text: Uint8Array, findings: Findings, numbers: JsonNumbers): DataValue {
  const values: DataValue[] = [];
  const reader = new NdjsonReader(findings, (value) => values.push(value), numbers);
  reader.push(text);
  reader.end();
  return values;
}

function isBlank(text: Uint8Array): boolean {
  return text.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}
