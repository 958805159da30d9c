// The options of all verbs that read somebody's own data: schema, sizes, advise.

import { SOURCE_KINDS } from '../../payload/source-kind.ts';
import type { VerbCommand } from './verb-command.ts';

export const PAYLOAD_ARGUMENT = [
  '<payload...>',
  'a file, several files, a folder, a URL, a HAR (trace.har), or - for standard input',
] as const;

export function addPayloadOptions(command: VerbCommand): VerbCommand {
  return command
    .option('--path <path>', 'the part of the document that is meant: data.items, results[0].rows')
    .option('--answers <path>', 'of a HAR, the path whose answers are meant: /api/orders')
    .optionWith('--name <name>', 'what the data are called: small letters, digits, hyphens', {
      usual: 'the file’s name',
    })
    .optionWith('--from <kind>', 'what the source is', {
      words: SOURCE_KINDS,
      usual: 'as its name and beginning tell',
    })
    .option(
      '--exact',
      'refuse whole numbers beyond 2^53 that a double would change, instead of rounding them',
    )
    .option(
      '--header <header>',
      "sent with the request for a URL: 'Authorization: Bearer …'; may be given several times",
      (header: string, others: readonly string[] = []) => [...others, header],
    )
    .option('--insecure', 'of a URL: takes any certificate, on this machine alone')
    .optionWith('--timeout <duration>', 'the longest that a URL may take', { usual: '30s' })
    .optionWith('--limit <bytes>', 'the most that a URL may answer', { usual: '100MB' });
}

export const PROTO_OPTION = [
  '--schema <file>',
  'your own .proto for Protobuf; where it has several messages with the one meant: shop.proto:Order',
] as const;
