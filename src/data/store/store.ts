// Datasets kept in files: generated once, up to the largest count that any run needed, and loaded by later
// runs. A piece that is missing, half written, damaged or of another definition is remade; if the directory
// cannot be written, nothing is saved, but the run goes on. Two processes may do this at once: a piece
// appears whole, by a rename, or not at all.

import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { plural } from '../../base/figures/plurals.ts';
import { JavaRandom, type JavaRandomState } from '../../base/java-random.ts';
import { datasetNamed } from '../catalogue.ts';
import { type Dataset, MAX_RECORDS } from '../datasets/dataset.ts';
import { listFlatFields } from '../flat-schema.ts';
import type { DataRecord } from '../schema.ts';
import { type Chunk, chunkBytes, parseRecords, RECORDS_PER_CHUNK, readChunk } from './chunk.ts';
import { ChunkFolder } from './chunk-folder.ts';

/** To be raised whenever the same seed gives other records, or the files are written in another way. */
const STORE_VERSION = 1;

/**
 * The first n records of a dataset. `dir` null keeps nothing. If files cannot be kept, `onTrouble` gets one
 * sentence, and the records come all the same. Throws a RangeError if n is not a count up to MAX_RECORDS.
 */
export function loadDataset(
  name: string,
  n: number,
  dir: string | null,
  onTrouble: (what: string) => void = () => {},
): DataRecord[] {
  if (!Number.isInteger(n) || n < 0 || n > MAX_RECORDS) {
    throw new RangeError(
      `${n} ${plural(n, 'record')} of ${name}: a whole number from 0 to ${MAX_RECORDS} is wanted`,
    );
  }
  const dataset = datasetNamed(name);
  const folder = dir === null ? null : new ChunkFolder(join(dir, folderName(dataset)));
  try {
    return collect(dataset, n, folder, onTrouble);
  } finally {
    folder?.close();
  }
}

function collect(
  dataset: Dataset,
  n: number,
  folder: ChunkFolder | null,
  onTrouble: (what: string) => void,
): DataRecord[] {
  const definition = datasetDefinition(dataset);
  const records: DataRecord[] = [];
  let saving = folder !== null;
  let state = new JavaRandom(dataset.seed).state;
  while (records.length < n) {
    const index = records.length / RECORDS_PER_CHUNK;
    let chunk = folder === null ? null : usable(folder.read(index), definition, records.length, state);
    if (chunk === null) {
      chunk = makeChunk(dataset, definition, records.length, state);
      const trouble = saving ? attempt(() => folder!.write(index, chunkBytes(chunk!))) : null;
      if (trouble !== null) {
        saving = false;
        onTrouble(`the dataset ${dataset.name} could not be kept in ${folder!.path}: ${trouble}`);
      }
    }
    const chunkRecords = parseRecords(chunk);
    if (chunkRecords.length > n - records.length) chunkRecords.length = n - records.length;
    for (const record of chunkRecords) records.push(record);
    state = chunk.header.after;
  }
  return records;
}

/** The chunk if it is whole and has this definition and this position; else null. */
function usable(
  bytes: Uint8Array | null,
  definition: string,
  start: number,
  before: JavaRandomState,
): Chunk | null {
  const chunk = bytes === null ? null : readChunk(bytes);
  if (chunk === null) return null;
  const { header } = chunk;
  const fits =
    header.definition === definition &&
    header.start === start &&
    header.before.high === before.high &&
    header.before.low === before.low;
  return fits ? chunk : null;
}

function makeChunk(dataset: Dataset, definition: string, start: number, before: JavaRandomState): Chunk {
  const random = JavaRandom.resumed(before);
  const records = Array.from({ length: RECORDS_PER_CHUNK }, (_, i) => dataset.generate(random, start + i));
  return { header: { definition, start, before, after: random.state }, body: JSON.stringify(records) };
}

function datasetDefinition({ name, seed, schema }: Dataset): string {
  return JSON.stringify({ version: STORE_VERSION, name, seed, fields: listFlatFields(schema) });
}

function folderName({ name, seed }: Dataset): string {
  return `${name}-${seed}-v${STORE_VERSION}`;
}

function attempt(action: () => void): string | null {
  try {
    action();
    return null;
  } catch (thrown) {
    return messageOf(thrown);
  }
}
