// The records that come with Wirefare for its documents to rest on, and what is made of one.

import path from 'node:path';
import { type ReadRecord, readRecord } from '../../src/cli/surroundings/record-files.ts';
import { FORMATS } from '../../src/formats/catalogue.ts';
import { type Answer, type Sentence, said } from '../../src/report/answers/answer.ts';
import { reportNamed } from '../../src/report/catalogue.ts';
import { PLAIN_LOOK } from '../../src/report/report.ts';
import { makeTables, type Tables } from '../../src/report/words/groups.ts';
import { allAnswers } from '../../src/report/words/sentences.ts';
import { decisionsFor } from '../../src/summary/predicted/decisions.ts';

/** Their folders. Those of the published studies are there for docs/results, too. */
export const RECORDS = {
  quick: 'docs/records/quick',
  compressions: 'docs/records/compressions',
  http3: 'docs/records/http3',
  orders: 'docs/records/orders',
  'orders-measured': 'docs/records/orders-measured',
  'opijac-2017': 'docs/results/opijac-2017',
  'slodziak-2016': 'docs/results/slodziak-2016',
} as const;
export type RecordName = keyof typeof RECORDS;
export const RECORD_NAMES = Object.keys(RECORDS) as RecordName[];

export interface ShippedRecord extends ReadRecord {
  readonly name: RecordName;
  /** From the root of the repository. */
  readonly folder: string;
  readonly tables: Tables;
  readonly answers: readonly Answer[];
}

export async function readShipped(root: string, name: RecordName): Promise<ShippedRecord> {
  const folder = RECORDS[name];
  const read = await readRecord(path.join(root, folder));
  const tables = makeTables(read.summary, read.run.study);
  return { ...read, name, folder, tables, answers: allAnswers(read.run, read.summary, tables) };
}

/** Its HTML report, whole. */
export async function reportPage(record: ShippedRecord): Promise<string> {
  let text = '';
  await reportNamed('html')!.render(
    record,
    (chunk) => {
      text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    },
    PLAIN_LOOK,
  );
  return text;
}

export function decisionsIn({ run, samples }: ShippedRecord) {
  const decisions = decisionsFor(run, samples);
  if ('reasons' in decisions) throw new Error(decisions.reasons.join('; '));
  return decisions;
}

/** A sentence by itself; what more time would tell stands in the record's own report. */
export function brief(sentence: Sentence): string {
  const text = said(sentence)
    .replace(/(?:, although the medians’ intervals do not overlap \([^)]*\))?(?:; ±\d[^;]*)?$/, '')
    .replace(/(\d) (?=(?:%|[mµ]?s|[kM]?bit)(?!\w))/g, '$1\u00a0');
  return NAMES.has(/^[a-z]+/.exec(text)?.[0] ?? '') ? text : text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words that reports write small wherever they stand. */
const NAMES: ReadonlySet<string> = new Set([
  ...FORMATS.map(({ name }) => /^[a-z]+/.exec(name)![0]),
  ...['gzip', 'deflate', 'br', 'zstd'],
]);
