// npm run check: format, lint, types, generated files, import table, unit tests. All are run; any failure
// fails it.

import path from 'node:path';
import { runChecks } from './tests/check-steps.ts';

const root = path.dirname(import.meta.dirname);
const { failed, skipped } = await runChecks(root, (line) => console.log(line));
for (const test of skipped) console.log(`skipped ${test}`);
process.exitCode = failed > 0 ? 1 : 0;
