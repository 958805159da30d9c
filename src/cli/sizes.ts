// wirefare sizes PAYLOAD…: how many bytes the data are in every format with every compression, in seconds, without a
// browser.

import type { Command } from 'commander';
import { type Problem, UserError } from '../base/errors.ts';
import { EXIT_INTERRUPTED } from '../base/exit-codes.ts';
import type { Host } from '../base/host.ts';
import { readPayload } from '../payload/read-payload.ts';
import { readBefore } from './payload/own-dictionary.ts';
import { PROTO_FLAG, withProtoFile } from './payload/own-proto.ts';
import {
  addPayloadFlags,
  type PayloadFlags,
  readOptions,
  readSurroundingsOf,
  typedN,
} from './payload/payload-flags.ts';
import { type SizeFlags, sizeChoices } from './sizes/sizes-choices.ts';
import { dictionarySizes, dictionaryTable } from './sizes/sizes-dictionary.ts';
import { sizesDocument } from './sizes/sizes-document.ts';
import { findSizes } from './sizes/sizes-found.ts';
import { sizesTable } from './sizes/sizes-table.ts';
import type { Finish } from './verb.ts';

interface SizesFlags extends PayloadFlags, SizeFlags {
  readonly n?: string;
  readonly json?: boolean;
  readonly schema?: string;
  readonly dictionary?: string;
}

export function addSizes(program: Command, host: Host, finish: Finish): void {
  const command = program
    .command('sizes <payload...>')
    .description(
      'bytes of your own data in every format with every compression: files, a folder, a URL, or -',
    );
  addPayloadFlags(command)
    .option(...PROTO_FLAG)
    .option(
      '--formats <names>',
      'only these: json,protobuf; SOAP and Java serialization are listed only where they are named',
    )
    .option('--compression <names>', 'only these: gzip,br-5')
    .option('--levels <which>', 'all: every level, whatever it takes')
    .option('--n <number>', 'so many records, resampled where the list has another number')
    .option('--dictionary <source>', 'an answer from before: sizes with it as dictionary (dcz, RFC 9842)')
    .option('--json', 'one JSON object with every size')
    .action(async (sources: string[], flags: SizesFlags) => finish(await sizes(sources, flags, host)));
}

async function sizes(sources: readonly string[], flags: SizesFlags, host: Host): Promise<number> {
  const problems: Problem[] = [];
  const options = readOptions(flags, problems);
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
    const read = await readPayload(sources, options, readSurroundingsOf(host));
    const payload = withProtoFile(read, flags.schema, host);
    const answerBefore = await readBefore(payload, flags.dictionary, options, host);
    const found = await findSizes(payload, n, choices, host);
    const before = answerBefore === null ? null : dictionarySizes(found.payload, answerBefore, choices);
    if (host.interrupted.aborted) return EXIT_INTERRUPTED;
    host.out(
      flags.json === true ? sizesDocument(found, before) : sizesTable({ ...found, path: flags.path }, host),
    );
    if (before !== null && flags.json !== true) host.out(`\n${dictionaryTable(before, host)}`);
    return 0;
  } catch (thrown) {
    if (host.interrupted.aborted && thrown instanceof Error && thrown.name === 'AbortError')
      return EXIT_INTERRUPTED;
    throw thrown;
  }
}
