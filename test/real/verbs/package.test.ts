// The npm package in somebody else's folder: what it says of data is what the checkout says, and all that it
// starts by path is there. Without Node 24, which takes npm longest, and without the link's
// program: test/prove/package.test.ts has both.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { PROJECT_ROOT } from '../../../src/base/places.ts';
import { runCli } from '../../../src/cli/program.ts';
import { fakeHost } from '../../support/host/fake-host.ts';
import { type PackageBench, packageBench } from '../../support/real/installed-package.ts';

const ORDERS = Array.from({ length: 40 }, (_, id) => ({
  id,
  status: ['open', 'paid'][id % 2],
  total: id / 4,
}));

let bench: PackageBench;
before(async () => {
  bench = await packageBench('--without-link');
  const { code, err } = await bench.install('--omit=optional');
  assert.equal(code, 0, err);
});
after(() => bench.remove());

/** This Node is new enough: with Node 24 left out, one of the user's own must be. */
const installed = (...args: readonly string[]) =>
  bench.run(process.execPath, path.join(bench.dir, 'node_modules/wirefare/bin/wirefare.mjs'), ...args);

test('the installed package tells its version, and the sizes that the checkout tells', async () => {
  const { version } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'));
  assert.equal((await installed('--version')).out, `${version}\n`);
  writeFileSync(path.join(bench.dir, 'orders.json'), JSON.stringify(ORDERS));
  const { code, out, err } = await installed('sizes', 'orders.json', '--json');
  assert.equal(code, 0, err);
  const here = fakeHost(bench.dir, { nowMs: () => 0, date: () => new Date(0) });
  assert.equal(await runCli(['sizes', 'orders.json', '--json'], here), 0);
  const told = JSON.parse(out);
  assert.deepEqual(told, JSON.parse(here.printed()));
  assert.ok(JSON.stringify(told).includes('flatbuffers'));
});

test('it finds its studies, and the embedded target is where its file says', async () => {
  const listed = await installed('list', 'studies');
  assert.match(listed.out, /quick +Books in three formats/);
  const folder = path.join(bench.dir, 'node_modules/wirefare/targets/node');
  const { start } = JSON.parse(readFileSync(path.join(folder, 'target.json'), 'utf8'));
  assert.ok(start.at(-1).endsWith('.js') && existsSync(path.join(folder, start.at(-1))), start.at(-1));
});

test('its pages of serve are there without a bundler', async () => {
  const lab = bench.start('serve');
  try {
    const url = (await lab.firstLine).trim();
    const scripts = [];
    for (const page of [url, new URL('/messages', url)]) {
      const text = await (await fetch(page)).text();
      const [, script] = /<script type="module" src="([^"]+\.js)">/.exec(text) ?? assert.fail(text);
      scripts.push(await (await fetch(new URL(script!, url))).text());
    }
    assert.match(scripts[1]!, /WebSocket/);
    assert.ok(scripts[0]!.length > 1_000 && scripts[0] !== scripts[1]);
  } finally {
    assert.equal(await lab.stop(), 0);
  }
});

test('what publint and attw find wrong with packages is not in it', async () => {
  const archive = new Uint8Array(readFileSync(bench.archive));
  const { messages, pkg } = await publint({ pack: { tarball: archive.buffer }, strict: true });
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  );
  const types = await checkPackage(createPackageFromTarballData(archive));
  assert.ok(types.types !== false, 'it has types');
  // It is of modules alone, as attw's profile esm-only has it.
  const told = types.problems.filter(
    (problem) => !('resolutionKind' in problem) || ['node16-esm', 'bundler'].includes(problem.resolutionKind),
  );
  assert.deepEqual(told, []);
});

test('a program gets types of what verbs print, and their schemas, on Node 20 too', async () => {
  const program = `import { outputSchema, type JsonOutputs, type StudyFile } from 'wirefare';
const told: JsonOutputs['sizes'] = JSON.parse('{}');
export const bytes: number = told.payload.jsonBytes;
export const study: StudyFile = { study: 's', title: 'S', question: 'Which?', factors: { n: 3, format: ['json'] } };
export const schema: object = outputSchema('networks check');
// @ts-expect-error: no verb of this name
outputSchema('size');
`;
  writeFileSync(path.join(bench.dir, 'uses.ts'), program);
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--skipLibCheck', 'false', '--types', ''];
  const tsc = path.join(PROJECT_ROOT, 'node_modules/.bin/tsc');
  const compiled = await bench.run(tsc, ...options, '--ignoreConfig', 'uses.ts');
  assert.equal(compiled.code, 0, compiled.out);
  const script = "import { outputSchema } from 'wirefare'; console.log(outputSchema('doctor').title)";
  const { out, err } = await bench.run('node', '--input-type=module', '-e', script);
  assert.equal(out, 'wirefare doctor --json\n', err);
});

test('nothing in it needs an npm package beside it, or names this checkout', () => {
  const lock = readFileSync(path.join(bench.dir, 'node_modules/.package-lock.json'), 'utf8');
  assert.deepEqual(Object.keys(JSON.parse(lock).packages), ['node_modules/wirefare']);
});
