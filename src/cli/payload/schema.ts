// wirefare schema PAYLOAD…: what the data are, as an outline for people or as a schema for programs.

import { Mistakes, type Problem, UserError } from '../../base/errors.ts';
import { EXIT_INTERRUPTED } from '../../base/exit-codes.ts';
import { grouped } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { toJsonSchema } from '../../data/json-schema-of.ts';
import type { DataSchema } from '../../data/schema.ts';
import { avroSchema } from '../../formats/avro/avro-schema.ts';
import { writeFbs } from '../../formats/flatbuffers/fbs.ts';
import { writeProto } from '../../formats/protobuf/proto-text.ts';
import { CannotCarry } from '../../formats/shared/cannot-carry.ts';
import { type FoundSchema, readSchema } from '../../payload/read-schema.ts';
import { SCHEMA_LANGUAGES, type SchemaLanguage } from '../commands/schema.ts';
import { outputSchema } from '../json/output-schema.ts';
import { unknownFlagWord, wrongFlag } from '../verb.ts';
import { type PayloadFlags, readOptions } from './payload-flags.ts';
import { hasOptional, schemaOutline } from './schema-outline.ts';

export interface SchemaFlags extends PayloadFlags {
  readonly as?: string;
  readonly json?: boolean;
  readonly jsonOf?: string;
}

const WRITERS: Readonly<Record<SchemaLanguage, (schema: DataSchema) => string>> = {
  'json-schema': (schema) => json(toJsonSchema(schema)),
  proto: writeProto,
  avro: (schema) => json(avroSchema(schema)),
  fbs: writeFbs,
};

export async function schema(sources: readonly string[], flags: SchemaFlags, host: Host): Promise<number> {
  if (flags.jsonOf !== undefined) {
    host.out(json(schemaOfOutput(flags.jsonOf, sources, flags)));
    return 0;
  }
  if (sources.length === 0) throw wrongFlag('schema', 'of which data? Name a file, a folder, a URL, or -');
  const mistakes = new Mistakes();
  const language = mistakes.of(() => readLanguage(flags));
  const problems: Problem[] = [];
  const options = readOptions(flags, problems);
  mistakes.add(problems);
  mistakes.throwIfAny();
  try {
    const found = await readSchema(sources, options, host);
    if (flags.json !== true) for (const note of found.notes) host.err(`note: ${note}\n`);
    host.out(
      flags.json === true
        ? json(found)
        : language === null || language === undefined
          ? outline(found, host)
          : written(language, found),
    );
    return 0;
  } catch (thrown) {
    if (!host.interrupted.aborted) throw thrown;
    return EXIT_INTERRUPTED;
  }
}

function schemaOfOutput(name: string, sources: readonly string[], { as, json }: SchemaFlags): object {
  if (sources.length > 0 || as !== undefined || json === true)
    throw wrongFlag('--json-of', 'is about a verb and no data; it stands alone');
  return outputSchema(name);
}

function readLanguage({ as, json }: SchemaFlags): SchemaLanguage | null {
  if (as === undefined) return null;
  if (json === true) throw wrongFlag('--json', 'cannot stand beside --as');
  const known = SCHEMA_LANGUAGES.find((each) => each === as);
  if (known !== undefined) return known;
  throw unknownFlagWord('--as', 'language', as, SCHEMA_LANGUAGES);
}

function written(language: SchemaLanguage, { schema, source }: FoundSchema): string {
  try {
    return WRITERS[language](schema);
  } catch (thrown) {
    if (!(thrown instanceof CannotCarry)) throw thrown;
    throw new UserError([{ file: source, path: `--as ${language}`, what: thrown.message }]);
  }
}

function outline({ source, shape, count, sourceBytes, schema }: FoundSchema, { columns }: Host): string {
  const many = (noun: string) => `${grouped(count ?? 1)} ${plural(count ?? 0, noun)}`;
  const what = shape === 'document' ? 'one document' : many(shape === 'list' ? 'record' : 'message');
  const head = `${source}: ${what}, ${grouped(sourceBytes)} bytes\n\n`;
  const legend = hasOptional(schema.root) ? '\n? is not in every record\n' : '';
  return head + schemaOutline(schema.root, columns) + legend;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
