// Writes every generated file. `--check` writes nothing and fails if one of them is out of date.
//   node scripts/generate.ts [--check]

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { warningsReferencePage } from '../src/base/warnings/reference-page.ts';
import { cliReferencePage } from '../src/cli/commands/reference-page.ts';
import { clientCodecs } from '../src/drive/agents/client-names.ts';
import { targetEncoders } from '../src/drive/targets/target-names.ts';
import { networksReferencePage } from '../src/network/reference-page.ts';
import { knownVocabulary } from '../src/study/known-vocabulary.ts';
import { editorSchema } from '../src/study/reference/editor-schema.ts';
import { studyJsonSchema } from '../src/study/reference/json-schema.ts';
import { studyReferencePage } from '../src/study/reference/reference-page.ts';

interface Generated {
  /** From the root of the repository. */
  readonly path: string;
  make(): string | Promise<string>;
}

const root = join(import.meta.dirname, '..');

// Only the examples use a target: the schema accepts any.
const vocabulary = knownVocabulary(['node'], clientCodecs(root, {}), targetEncoders(root, {}));

/** Add yours here. */
const FILES: readonly Generated[] = [
  {
    path: 'docs/reference/study.schema.json',
    make: () => `${JSON.stringify(editorSchema(studyJsonSchema(vocabulary)), null, 2)}\n`,
  },
  { path: 'docs/reference/cli.md', make: () => cliReferencePage() },
  { path: 'docs/reference/networks.md', make: () => networksReferencePage() },
  { path: 'docs/reference/study.md', make: () => studyReferencePage(vocabulary) },
  { path: 'docs/reference/warnings.md', make: () => warningsReferencePage() },
];

const checkOnly = process.argv.includes('--check');
const outdated: string[] = [];

for (const { path, make } of FILES) {
  const file = join(root, path);
  const text = await make();
  if ((await readFile(file, 'utf8').catch(() => null)) === text) continue;
  outdated.push(path);
  if (checkOnly) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (checkOnly && outdated.length > 0) {
  console.error(`out of date: ${outdated.join(', ')}; run npm run generate`);
  process.exitCode = 1;
} else if (outdated.length > 0) console.log(`written: ${outdated.join(', ')}`);
