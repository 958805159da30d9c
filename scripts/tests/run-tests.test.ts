import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { TestCounts } from './run-tests.ts';

const RUN_TESTS = path.join(import.meta.dirname, 'run-tests.ts');
const TIMEOUT_MS = 2_000;
const IMPORTS = "import { suite, test } from 'node:test';\n";

/** A process of its own: node:test runs no files inside a test. */
async function counted(
  how: 'runTests' | 'runTogether',
  files: Readonly<Record<string, string>>,
): Promise<TestCounts> {
  const root = mkdtempSync(path.join(tmpdir(), 'wirefare-tests-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  const names = JSON.stringify(Object.keys(files).filter((name) => name.endsWith('.test.ts')));
  const wanted =
    how === 'runTests'
      ? `{ files: ${names}, concurrency: 4, timeoutMs: ${TIMEOUT_MS} }`
      : `${names}, ${TIMEOUT_MS}`;
  const script = `
    const { ${how} } = await import(${JSON.stringify(RUN_TESTS)});
    console.log(JSON.stringify(await ${how}(${JSON.stringify(root)}, ${wanted}, console.error)));`;
  const driver = path.join(root, 'driver.mjs');
  writeFileSync(driver, script);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  try {
    return await new Promise((resolve, reject) => {
      execFile(process.execPath, [driver], { env }, (error, stdout) =>
        error === null ? resolve(JSON.parse(stdout) as TestCounts) : reject(error),
      );
    });
  } finally {
    rmSync(root, { recursive: true });
  }
}

const GOOD = `${IMPORTS}test('good', () => {});`;

test('a test that a helper defines counts for the file that was run, which is the one to run again', async () => {
  const { passed, failed, failedFiles } = await counted('runTests', {
    'helper.ts': `${IMPORTS}export const define = () => { test('passes', () => {}); test('fails', () => { throw new Error(); }); };`,
    'helped.test.ts': "import { define } from './helper.ts';\ndefine();",
    'good.test.ts': GOOD,
  });
  assert.deepEqual([passed, failed], [2, 1]);
  assert.deepEqual(failedFiles, [{ file: 'helped.test.ts', passed: 1, failed: 1, disturbance: null }]);
});

test('a suite that is skipped is told as skipped, with its reason, and as nothing else', async () => {
  const { passed, failed, skipped } = await counted('runTests', {
    'skips.test.ts': `${IMPORTS}suite('all of it', { skip: 'no Maven' }, () => { test('inside', () => {}); });\ntest('one', { skip: true }, () => {});`,
    'good.test.ts': GOOD,
  });
  assert.deepEqual([passed, failed], [1, 0]);
  assert.deepEqual(skipped.toSorted(), ['skips.test.ts: all of it (no Maven)', 'skips.test.ts: one']);
});

test('files that hang, end their process, leave something open or hold no test have failed, and the others go on', async () => {
  const { failed, failedFiles } = await counted('runTogether', {
    'ends.test.ts': `${IMPORTS}test('ends it all, well', () => process.exit(0));`,
    'hangs.test.ts': `${IMPORTS}test('for ever', () => { for (;;); });`,
    'holds-none.test.ts': 'export {};',
    'good.test.ts': GOOD,
    'open.test.ts': `${IMPORTS}import net from 'node:net';\ntest('a server stays', () => { net.createServer().listen(0, '127.0.0.1'); });`,
  });
  assert.equal(failed, 4);
  const names = failedFiles.map(({ file }) => file).toSorted();
  assert.deepEqual(names, ['ends.test.ts', 'hangs.test.ts', 'holds-none.test.ts', 'open.test.ts']);
});
