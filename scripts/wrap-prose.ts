// Wraps comments and paragraphs that are wider than the formatter's width, in the files that have such.
//   node scripts/wrap-prose.ts

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readProse } from './prose/files.ts';

const root = path.join(import.meta.dirname, '..');
for (const { file, text, wrapped } of readProse(root)) {
  if (text === wrapped) continue;
  writeFileSync(path.join(root, file), wrapped);
  console.log(`wrapped ${file}`);
}
