// Runs test files one after the other in this process, each as a suite of its name, so that its hooks are its
// own: most take less time than a start of Node with its libraries. Arguments: where to say which runs
// (scripts/tests/progress.ts), the files.

import path from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sayProgress } from './progress.ts';

const [progress = '', ...files] = process.argv.slice(2);

for (const file of files) {
  sayProgress(progress, { pid: process.pid, file, isAtEnd: false });
  await suite(file, async () => {
    await import(pathToFileURL(path.resolve(file)).href);
  });
}
sayProgress(progress, { pid: process.pid, file: files.at(-1)!, isAtEnd: true });
