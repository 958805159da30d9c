// Finds out about a payload without keeping it. NDJSON is read line by line, so that a file may be larger
// than memory; everything else is read whole.

import { ListInference } from '../data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../data/schema.ts';
import { withoutMark } from './encoding.ts';
import { Findings, refusal } from './findings.ts';
import { NdjsonReader } from './json/ndjson.ts';
import { fileStem, readFilePieces, STDIN_LABEL, STDIN_NAME, stdinPieces } from './local-source.ts';
import type { PayloadShape } from './payload.ts';
import { checkedName, payloadName } from './payload-name.ts';
import { readPayload } from './read-payload.ts';
import type { ReadOptions, ReadSurroundings } from './source.ts';
import { kindByName } from './source-kind.ts';
import { isUrl } from './url/read-url.ts';

/** What Payload has, without the data. */
export interface FoundSchema {
  readonly name: string;
  readonly source: string;
  readonly shape: PayloadShape;
  /** Records of a list, or messages; null for a document. */
  readonly count: number | null;
  readonly sourceBytes: number;
  readonly schema: DataSchema;
  readonly notes: readonly string[];
}

/** Throws like readPayload. */
export async function readSchema(
  sources: readonly string[],
  options: ReadOptions,
  surroundings: ReadSurroundings,
): Promise<FoundSchema> {
  const [only] = sources;
  if (sources.length === 1 && isLookedThrough(only!, options))
    return lookThrough(only!, options, surroundings);
  const { name, source, shape, value, schema, today, notes } = await readPayload(
    sources,
    options,
    surroundings,
  );
  const count = Array.isArray(value) && shape !== 'document' ? value.length : null;
  return { name, source, shape, count, sourceBytes: today.sourceBytes, schema, notes };
}

function isLookedThrough(source: string, { from, path }: ReadOptions): boolean {
  return !isUrl(source) && path === undefined && (from ?? kindByName(source)) === 'ndjson';
}

async function lookThrough(
  source: string,
  options: ReadOptions,
  surroundings: ReadSurroundings,
): Promise<FoundSchema> {
  const label = source === STDIN_NAME ? STDIN_LABEL : source;
  const name = options.name === undefined ? payloadName(fileStem(source)) : checkedName(options.name);
  const inference = new ListInference();
  const findings = new Findings(label);
  let count = 0;
  const each = (value: DataValue) => {
    inference.add(value);
    count += 1;
  };
  const reader = new NdjsonReader(findings, each, { exact: options.exact ?? false });
  let sourceBytes = 0;
  for await (const piece of readPieces(source, surroundings)) {
    surroundings.interrupted.throwIfAborted();
    reader.push(sourceBytes === 0 ? withoutMark(label, piece) : piece);
    sourceBytes += piece.length;
  }
  reader.end();
  findings.throwIfProblems();
  if (count === 0) throw refusal(label, 'has no records');
  return {
    name,
    source: label,
    shape: 'list',
    count,
    sourceBytes,
    schema: inference.schema(name),
    notes: findings.notes,
  };
}

function readPieces(source: string, surroundings: ReadSurroundings): AsyncIterable<Uint8Array> {
  return source === STDIN_NAME ? stdinPieces(surroundings) : readFilePieces(source, surroundings);
}
