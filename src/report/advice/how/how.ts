// How to send the data in the way that advice recommends: the code of a server and of the page, or why there
// is none and what does it instead.

import type { Problem } from '../../../base/errors.ts';
import { unknownWord } from '../../../base/spelling.ts';
import { type Compression, isCompressed, parseCompression } from '../../../factors/compression.ts';
import { recordedCell } from '../../../factors/recorded-cell.ts';
import type { NetworkAdvice } from '../../../summary/advice/advice.ts';
import type { ReportInput } from '../../report.ts';
import { wayName } from '../way-name.ts';
import { clientSnippet } from './client.ts';
import { SERVERS } from './servers/catalogue.ts';
import { type Coding, hasCode, type NoSnippet, type Recipe, type Snippet } from './snippet.ts';
import { toRead } from './to-read.ts';

/** One recommended way. */
export interface HowToSend {
  /** `json + br-5`. */
  readonly way: string;
  readonly networks: readonly string[];
  /** The page first, then the servers. */
  readonly parts: readonly HowPart[];
  readonly notes: readonly string[];
}

/** A snippet, or why there is none. */
export type HowPart = { readonly name: string; readonly title: string } & (Snippet | NoSnippet);

export const HOW_NAMES: readonly string[] = SERVERS.map(({ name }) => name);

/** What is wrong with the names, each with the nearest. */
export function unknownServers(names: readonly string[]): readonly Problem[] {
  const unknown = names.filter((name) => !HOW_NAMES.includes(name));
  return unknown.map((name) => unknownWord('--how', 'server', name, HOW_NAMES));
}

/** Of each way that is recommended on some network, once; empty where nothing was advised. */
export function howToSend(
  { run, summary }: Pick<ReportInput, 'run' | 'summary'>,
  names: readonly string[] = HOW_NAMES,
): readonly HowToSend[] {
  const networks = summary.advice?.networks ?? [];
  const dataset = run.advice?.payload.name ?? '';
  const schema = run.study.payloads.find(({ name }) => name === dataset)?.schema ?? null;
  const recommended = networks.map((advice) => ({ network: advice.network, ...recommendedBy(advice) }));
  return [...Map.groupBy(recommended, ({ way }) => way)].map(([way, same]) => {
    const { format, codec, compressions } = same[0]!;
    const recipe: Recipe = {
      ...{ name: pathName(dataset), format, codec, schema },
      codings: codingsFrom(compressions),
    };
    const usesDictionary = compressions.some(({ coding }) => coding === 'dcz');
    return {
      way,
      networks: same.map(({ network }) => network),
      parts: writtenParts(recipe, names),
      notes: usesDictionary
        ? ['dcz needs a client that has kept an earlier answer: this code sends zstd, without one']
        : [],
    };
  });

  function recommendedBy(advice: NetworkAdvice) {
    if (advice.kind === 'predicted') {
      const { format, codec, compression } = advice.recommended;
      return wayAs({ format, codec, compression }, []);
    }
    const cell = (id: string) => recordedCell(summary.cells.find((each) => each.id === id)!.factors);
    const best = cell(advice.recommended);
    const other = advice.forAll === null ? null : cell(advice.forAll.cell);
    const isAlike = other?.format === best.format && other.codec === best.codec;
    return wayAs(best, isAlike ? [other.compression] : []);
  }
}

interface Named {
  readonly format: string;
  readonly codec: string;
  readonly compression: string;
}

function wayAs({ format, codec, compression }: Named, others: readonly string[]) {
  const compressions = [compression, ...others].map((each) => parseCompression(each)!);
  return { way: wayName({ format, compression }), format, codec, compressions };
}

/** What browsers ask for that are offered none of the others, over plain HTTP for one. */
const LAST: Coding = { coding: 'gzip', level: 6 };

/** The recommended one, what stands in for it, and gzip. */
function codingsFrom(compressions: readonly Compression[]): Recipe['codings'] {
  if (!isCompressed(compressions[0]!)) return [];
  const wanted = compressions.flatMap(({ coding, level }) =>
    level === null ? [] : [{ coding: coding === 'dcz' ? 'zstd' : coding, level }],
  );
  // Of a coding that stands there twice the first counts.
  return [...Map.groupBy([...wanted, LAST], ({ coding }) => coding).values()].map(([first]) => first!);
}

function writtenParts(recipe: Recipe, names: readonly string[]): readonly HowPart[] {
  const servers = SERVERS.filter(({ name }) => names.includes(name));
  return [
    { name: 'page', title: 'In the page', ...withReading(clientSnippet(recipe), recipe, 'page') },
    ...servers.map(({ name, title, write }) => ({
      ...{ name, title },
      // nginx compresses, and makes nothing of the format itself.
      ...(name === 'nginx' ? write(recipe) : withReading(write(recipe), recipe, name)),
    })),
  ];
}

function withReading(written: Snippet | NoSnippet, { format }: Recipe, place: string): Snippet | NoSnippet {
  const read = hasCode(written) ? null : toRead(format, place);
  return read === null ? written : { ...(written as NoSnippet), read };
}

/** Of any text: what may stand in a path, in a file's name and between quotes. */
function pathName(dataset: string): string {
  const plain = dataset
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'data' : plain;
}
