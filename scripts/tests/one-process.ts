// Runs test files one after the other in this process, each as a suite of its name, so that its hooks are its
// own: most take less time than a start of Node with its libraries. Arguments: where to say which runs
// (scripts/tests/progress.ts), `--quietly` if it is to, the files.

import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { suite } from 'node:test';
import { pathToFileURL } from 'node:url';
import { QUIETLY, sayProgress } from './progress.ts';

const [progress = '', ...given] = process.argv.slice(2);
const isQuiet = given[0] === QUIETLY;
const files = isQuiet ? given.slice(1) : given;
if (isQuiet) setPriority(constants.priority.PRIORITY_LOW);

for (const file of files) {
  sayProgress(progress, { pid: process.pid, file, isAtEnd: false });
  await suite(file, async () => {
    await import(pathToFileURL(path.resolve(file)).href);
  });
}
sayProgress(progress, { pid: process.pid, file: files.at(-1)!, isAtEnd: true });
