import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { FakeClock } from '../../src/base/clock.ts';
import { PROJECT_ROOT } from '../../src/base/places.ts';
import { declareProgram, runCli } from '../../src/cli/program.ts';
import { fakeHost } from '../../test/support/host/fake-host.ts';
import { wordsOf } from './console.ts';
import { DOCUMENTS } from './documents.ts';
import { readMarkdown } from './markdown.ts';

/** Verbs that need no browser and no server, and take a moment. */
const QUICK = [
  'list',
  'plan',
  'sizes',
  'schema',
  'completion',
  'help',
  'report',
  'map',
  'predict',
  'compare',
];
const RECORD = path.join(PROJECT_ROOT, 'docs', 'records', 'quick');
/** As the documents call a reader's records. */
const RECORDS = [
  ...['RECORD', 'BEFORE', 'AFTER', 'MONDAY', 'TUESDAY', 'TODAY', '2026-11-21-quick'].map(
    (name) => `runs/${name}`,
  ),
  'before',
  'after',
  'laptops/anna',
  'laptops/ben',
  'laptops/chris',
];

/** The only one in which others ask too. */
const BUSY = 'runs/2026-11-27-busy-books';

const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-commands-'));
after(() => rmSync(folder, { recursive: true }));

interface Command {
  /** `docs/guide/own-data.md:12` */
  readonly at: string;
  /** Behind `./wirefare`. */
  readonly words: readonly string[];
}

const COMMANDS: readonly Command[] = DOCUMENTS.flatMap((file) =>
  readMarkdown(file, readFileSync(path.join(PROJECT_ROOT, file), 'utf8')).commands.flatMap(({ line, text }) =>
    text
      .split(/\s(?:\|\|?|&&|;|>)\s/)
      .map((command) => command.replaceAll('`', '').trim())
      .filter((command) => command.startsWith('./wirefare '))
      .map((command) => ({ at: `${file}:${line}`, words: wordsOf(command).slice(1) })),
  ),
);

/** A reader's folder: the data, the studies that the documents show, and records. */
function fillFolder(): void {
  const orders = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'docs/examples/orders.json'), 'utf8'));
  writeFileSync(path.join(folder, 'orders.json'), JSON.stringify(orders.slice(0, 5)));
  for (const name of [...RECORDS, BUSY]) cpSync(RECORD, path.join(folder, name), { recursive: true });
  const file = path.join(folder, BUSY, 'run.json');
  const run = JSON.parse(readFileSync(file, 'utf8'));
  run.plan.cells[0].factors.clients = '100@0.5/s';
  writeFileSync(file, JSON.stringify(run));
  for (const file of DOCUMENTS) {
    const text = readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
    for (const [, study, name] of text.matchAll(/^```yaml\n(study: (\S+)\n.*?)^```$/gms))
      writeFileSync(path.join(folder, `${name}.yaml`), study!);
  }
}

test('every command that a document shows is one that the command line takes', async () => {
  assert.ok(COMMANDS.length > 120, `${COMMANDS.length} commands`);
  const refused: string[] = [];
  for (const { at, words } of COMMANDS) {
    const quiet = { writeOut: () => {}, writeErr: () => {} };
    await declareProgram(async () => {}, quiet)
      .parseAsync([...words], { from: 'user' })
      .catch((error: { code?: string; message: string }) => {
        if (!/help|version/.test(error.code ?? ''))
          refused.push(`${at}: ${words.join(' ')}: ${error.message}`);
      });
  }
  assert.deepEqual(refused, []);
});

test('those that need nothing but the data at hand do what they are shown for', async () => {
  fillFolder();
  const failed: string[] = [];
  let ran = 0;
  const unlike = new Map(COMMANDS.filter(isAtHand).map((command) => [command.words.join(' '), command]));
  for (const { at, words } of unlike.values()) {
    const host = fakeHost(folder, new FakeClock(), process.execPath);
    const code = await runCli(words, host).catch((error: Error) => error.message);
    if (code !== 0) failed.push(`${at}: ./wirefare ${words.join(' ')}: ${code} ${host.told()}`);
    ran++;
  }
  assert.deepEqual(failed, []);
  assert.ok(ran > 40, `only ${ran} were run`);
});

/** Its verb is a quick one, and every file that it names is in the reader's folder. */
function isAtHand({ words }: Command): boolean {
  const [verb = '', ...rest] = words;
  const isFile = (word: string) => /^[\w./-]+(?:\.(?:json|yaml|proto|har|csv)|\/[\w-]+)$/.test(word);
  const files = rest.filter((word, i) => isFile(word) && rest[i - 1] !== '--out');
  return (
    QUICK.includes(verb) &&
    files.every((file) => existsSync(path.join(folder, file))) &&
    !rest.some((word) => /^https?:|^-$/.test(word))
  );
}
