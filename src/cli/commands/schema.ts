// wirefare schema PAYLOAD…: what the data are, as an outline for people or as a schema for programs.

import type { SchemaFlags } from '../payload/schema.ts';
import { addPayloadOptions, PAYLOAD_ARGUMENT } from './payload-options.ts';
import type { Start, VerbCommand } from './verb-command.ts';

/** In which a schema is written out. */
export const SCHEMA_LANGUAGES = ['json-schema', 'proto', 'avro', 'fbs'] as const;

export type SchemaLanguage = (typeof SCHEMA_LANGUAGES)[number];

export function declareSchema(program: VerbCommand, start: Start): void {
  const command = program
    .command('schema')
    .description('what your data are: an outline for people, or a schema for programs')
    .argument('[payload...]', PAYLOAD_ARGUMENT[1])
    .optionWith('--as <language>', 'a schema for programs', { words: SCHEMA_LANGUAGES })
    .option('--json-of <verb>', 'no data: the JSON Schema of what that verb prints with --json')
    .option('--json', 'all that was found, as JSON');
  addPayloadOptions(command)
    .example('schema orders.json', 'fields, types and how often each is there')
    .example('schema orders.json --as proto', 'a .proto to begin with')
    .example('schema --json-of sizes', 'what a program may rely on in `sizes --json`')
    .action((sources: string[], flags: SchemaFlags) =>
      start(async (host) => (await import('../payload/schema.ts')).schema(sources, flags, host)),
    );
}
