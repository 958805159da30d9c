// What bin/build-all.mjs does once everything is set up. Fails where something cannot be built.

import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { EXIT_FAILED } from '../src/base/exit-codes.ts';
import { buildBeforehand } from './tests/first-builds.ts';

const root = path.dirname(import.meta.dirname);
const settings = { root, tempDir: tmpdir(), most: availableParallelism(), withTests: false };
const failed = await buildBeforehand(settings, (line) => console.log(line));
if (failed.length > 0) process.exitCode = EXIT_FAILED;
