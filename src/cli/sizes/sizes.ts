// wirefare sizes PAYLOAD…: how many bytes the data are in every format with every compression, in seconds,
// without a browser.

import { offeredPath } from '../../advise/screening/offered-path.ts';
import { refusedWays } from '../../advise/screening/screened.ts';
import { isAbort, type Problem, UserError } from '../../base/errors.ts';
import { EXIT_DONE, EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import type { Host } from '../../base/host.ts';
import { harPaths } from '../../payload/har/har-groups.ts';
import { readPayload } from '../../payload/read-payload.ts';
import type { ReadOptions } from '../../payload/source.ts';
import { readBefore } from '../payload/own-dictionary.ts';
import { withProtoFile } from '../payload/own-proto.ts';
import { type PayloadFlags, readOptions, readSurroundings } from '../payload/payload-flags.ts';
import { typedN } from '../payload/payload-n.ts';
import { sayOut } from '../surroundings/say-out.ts';
import { type SizeChoices, type SizeFlags, sizeChoices } from './sizes-choices.ts';
import { dictionarySizes, dictionaryTable } from './sizes-dictionary.ts';
import { sizesJson } from './sizes-document.ts';
import { findSizes } from './sizes-found.ts';
import { sizesTable } from './sizes-table.ts';

export interface SizesFlags extends PayloadFlags, SizeFlags {
  readonly n?: string;
  readonly json?: boolean;
  readonly schema?: string;
  readonly dictionary?: string;
}

/** `reading`: what the page asks beyond flags. */
export async function sizes(
  sources: readonly string[],
  flags: SizesFlags,
  host: Host,
  reading: Pick<ReadOptions, 'takesLargest'> = {},
): Promise<number> {
  const problems: Problem[] = [];
  const options = { ...readOptions(flags, problems), ...reading };
  const n = typedN(flags.n, problems);
  const choices = sizeChoices(flags, problems);
  if (flags.dictionary !== undefined && flags.schema !== undefined)
    problems.push({
      file: '--dictionary',
      path: '',
      what: 'not with --schema: the schema is made of both answers',
    });
  if (problems.length > 0) throw new UserError(problems);
  try {
    const inTurn =
      flags.json === true || options.answers !== undefined ? null : await harPaths(sources, host);
    if (inTurn === null) return await tellSizes(sources, { flags, options, n, choices }, host);
    // Of a HAR all paths, the one with most bytes first.
    for (const [i, answers] of inTurn.entries()) {
      host.out(`${i === 0 ? '' : '\n'}${answers}\n`);
      const code = await tellSizes(sources, { flags, options: { ...options, answers }, n, choices }, host);
      if (code !== EXIT_DONE) return code;
    }
    return EXIT_DONE;
  } catch (thrown) {
    if (host.interrupted.aborted && isAbort(thrown)) return EXIT_INTERRUPTED;
    throw thrown;
  }
}

interface Asked {
  readonly flags: SizesFlags;
  readonly options: ReadOptions;
  readonly n: number | null;
  readonly choices: SizeChoices;
}

async function tellSizes(
  sources: readonly string[],
  { flags, options, n, choices }: Asked,
  host: Host,
): Promise<number> {
  host.onStep?.({ doing: 'reading the data' });
  const read = await readPayload(sources, options, readSurroundings(host));
  const payload = withProtoFile(read, flags.schema, host);
  const answerBefore = await readBefore(payload, flags.dictionary, options, host);
  const sized = await findSizes(payload, n, choices, host);
  const { path } = flags;
  const found = { ...sized, path, offered: offeredPath(payload, path, refusedWays(sized.screened)) };
  const before = answerBefore === null ? null : await dictionarySizes(found.payload, answerBefore, choices);
  if (host.interrupted.aborted) return EXIT_INTERRUPTED;
  if (flags.json === true) host.out(sizesJson(found, before));
  else {
    sayOut(host, sizesTable(found, host));
    if (before !== null) sayOut(host, `\n${dictionaryTable(before, host)}`);
  }
  return EXIT_DONE;
}
