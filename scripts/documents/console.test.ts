import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '../../src/base/clock.ts';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import type { GateReport } from '../../src/report/gate/gate-words.ts';
import { gateText } from '../../src/report/gate/write-gate.ts';
import { PLAIN_LOOK } from '../../src/report/report.ts';
import { type FakeHost, fakeHost } from '../../test/support/host/fake-host.ts';
import { readOutput } from '../../test/support/outputs/read-output.ts';
import { markProblems, notPrinted, printedBy, readBlocks, shownIn, wordsOf } from './console.ts';
import { DOCUMENTS } from './documents.ts';

const BLOCKS = DOCUMENTS.flatMap((file) =>
  readBlocks(file, readFileSync(path.join(PROJECT_ROOT, file), 'utf8')),
);

/** A command's host whose folder is the checkout, and whose own files are elsewhere. */
function hostInCheckout(t: TestContext): FakeHost {
  const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { ...fakeHost(folder, new FakeClock(), process.execPath), cwd: PROJECT_ROOT };
}

const printed = new Map<string, Promise<string>>();

/** Each command is run once: several blocks may be of one record. */
function printing(t: TestContext, command: string): Promise<string> {
  if (!printed.has(command)) printed.set(command, printedBy(command, hostInCheckout(t)));
  return printed.get(command)!;
}

test('every block that looks like a terminal says who printed it', () => {
  assert.ok(BLOCKS.length > 100);
  assert.deepEqual(markProblems(BLOCKS), []);
});

test('a block without a mark, with a wrong one and without a language are told', () => {
  const page = '```text\nx\n```\n```console ran\nx\n```\n```\nx\n```\n```sh\nx\n```\n';
  assert.deepEqual(
    markProblems(readBlocks('page.md', page)).map((problem) => problem.split(':').slice(0, 2).join(':')),
    ['page.md:1', 'page.md:4', 'page.md:7'],
  );
});

for (const block of BLOCKS.filter(({ language, mark }) => language === 'console' && mark === 'run')) {
  test(`what ${block.file}:${block.line} shows is what its commands print`, async (t) => {
    for (const { command, lines } of shownIn(block.text)) {
      const text = await printing(t, command);
      assert.deepEqual(notPrinted(lines, text), [], `${command} printed\n${text}`);
    }
  });
}

for (const block of BLOCKS.filter(({ mark }) => mark.startsWith('from='))) {
  test(`what ${block.file}:${block.line} shows stands in the run that it names`, async (t) => {
    const from = block.mark.slice('from='.length);
    assert.ok(existsSync(path.join(PROJECT_ROOT, from)), `${from} does not exist`);
    const text = statSync(path.join(PROJECT_ROOT, from)).isDirectory()
      ? await printing(t, `./wirefare report ${from}`)
      : await gateText('terminal', readGate(from), PLAIN_LOOK);
    const lines = block.text
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('$ '));
    assert.deepEqual(notPrinted(['…', ...lines, '…'], text), [], `${from} has\n${text}`);
  });
}

/** In the words of today, whatever the gate printed then. */
function readGate(file: string): GateReport {
  return readOutput('gate', readFileSync(path.join(PROJECT_ROOT, file), 'utf8')) as GateReport;
}

test('what was not printed is found: another figure, another order, a line too many, a line too few', () => {
  const printed = '\none\ntwo 2\n\nthree\nfour\n';
  assert.deepEqual(notPrinted(['one', 'two 2', '', 'three', 'four'], printed), []);
  assert.deepEqual(notPrinted(['one', '…', 'four'], printed), []);
  assert.deepEqual(notPrinted(['one', '…', 'two 3', '…'], printed), ['two 3']);
  assert.deepEqual(notPrinted(['…', 'three', '…', 'one', '…'], printed), ['one']);
  assert.deepEqual(notPrinted(['one', 'three', '…'], printed), ['three']);
  assert.deepEqual(notPrinted(['one', '…', 'three'], printed), ['(nothing more, but four was printed)']);
});

test('words are as a shell has them', () => {
  assert.deepEqual(wordsOf(`./wirefare run a.yaml --price 'cpu=$1/h'   # a comment`), [
    './wirefare',
    'run',
    'a.yaml',
    '--price',
    'cpu=$1/h',
  ]);
});
