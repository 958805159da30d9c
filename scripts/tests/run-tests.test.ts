import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { inOrder, type TestCounts } from './run-tests.ts';

const RUN_TESTS = path.join(import.meta.dirname, 'run-tests.ts');
const TIMEOUT_MS = 2_000;
/** With the least priority it gets a core when nobody else wants it. */
const QUIET_TIMEOUT_MS = 60_000;
const IMPORTS = "import { suite, test } from 'node:test';\n";

/** A process of its own: node:test runs no files inside a test. */
async function counted(
  how: 'runTests' | 'runTogether' | 'runGroups',
  files: Readonly<Record<string, string>>,
): Promise<TestCounts> {
  const root = mkdtempSync(path.join(tmpdir(), 'wirefare-tests-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  const names = JSON.stringify(Object.keys(files).filter((name) => name.endsWith('.test.ts')));
  const wanted = {
    runTests: `{ files: ${names}, concurrency: 4, timeoutMs: ${TIMEOUT_MS} }`,
    runTogether: `${names}, ${TIMEOUT_MS}`,
    runGroups: `[{ files: ${names}, concurrency: 1, isQuiet: true }], { timeoutMs: ${QUIET_TIMEOUT_MS} }`,
  }[how];
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

test('a quiet file has the least priority, and so has what it starts', async () => {
  const { passed, failed } = await counted('runGroups', {
    'quiet.test.ts': `${IMPORTS}import { spawnSync } from 'node:child_process';\nimport { getPriority } from 'node:os';\nconst own = getPriority();\nconst started = spawnSync(process.execPath, ['-p', 'os.getPriority()'], { encoding: 'utf8' }).stdout.trim();\ntest('quiet', () => { if (own !== 19 || started !== '19') throw new Error(own + ' ' + started); });`,
  });
  assert.deepEqual([passed, failed], [1, 0]);
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

test('a step begins when it and all that are under way have room for it, and not before those before it', async () => {
  const open = new Map<string, () => void>();
  const begun: string[] = [];
  const step = (name: string, most: number) => ({
    most,
    begin: () => {
      begun.push(name);
      return new Promise<string>((resolve) => open.set(name, () => resolve(name)));
    },
  });
  const names = ['a 3', 'b 3', 'c 3', 'd 2', 'e 2', 'f 1'];
  const all = inOrder(names.map((name) => step(name, Number(name.at(-1)))));
  const afterEnd = async (name: string) => {
    open.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
    return begun.at(-1);
  };
  assert.deepEqual(begun, ['a 3', 'b 3', 'c 3']);
  assert.equal(await afterEnd('b 3'), 'c 3', 'two are under way, and the next one may be beside one');
  assert.equal(await afterEnd('a 3'), 'd 2', 'beside the last of those before');
  assert.equal(await afterEnd('c 3'), 'e 2');
  assert.equal(await afterEnd('d 2'), 'e 2', 'the last one is to be alone');
  assert.equal(await afterEnd('e 2'), 'f 1');
  await afterEnd('f 1');
  assert.deepEqual((await all).toSorted(), names);
});

test('a quiet step begins at once and is beside those after it, but not beside one that is to be alone', async () => {
  const open = new Map<string, () => void>();
  const step = (name: string, most: number, isQuiet = false) => ({
    most,
    isQuiet,
    begin: () => new Promise<string>((resolve) => open.set(name, () => resolve(name))),
  });
  const all = inOrder([step('a', 3), step('quiet', 1, true), step('b', 2), step('alone', 1)]);
  const afterEnd = async (name: string) => {
    open.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
    return [...open.keys()].join(' ');
  };
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal([...open.keys()].join(' '), 'a quiet b');
  await afterEnd('a');
  assert.equal(await afterEnd('b'), 'a quiet b', 'the quiet one goes on');
  assert.equal(await afterEnd('quiet'), 'a quiet b alone');
  await afterEnd('alone');
  assert.deepEqual(await all, ['a', 'quiet', 'b', 'alone']);
});

test('a step that fails is told when all have been begun', async () => {
  let begun = 0;
  const fails = { most: 1, begin: () => Promise.reject(new Error('broken')) };
  const counts = { most: 1, begin: async () => void begun++ };
  await assert.rejects(inOrder<void>([fails, counts]), /broken/);
  assert.equal(begun, 1);
});
