import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { advisedInput } from '../../../../test/support/reports/advised.ts';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import { howToSend } from '../../../report/advice/how/how.ts';
import { sayHow } from '../../../report/advice/how/how-report.ts';
import { howView } from './how-view.ts';

const CODE = "const data = '<img src=x onerror=alert(1)>';\n";
const HOW = {
  way: 'json + br-5',
  networks: ['4g', 'none'],
  notes: [],
  parts: [
    {
      name: 'express',
      title: 'Express 5',
      commands: ['npm install express'],
      files: [{ name: 'server.mjs', language: 'js', code: CODE }],
      notes: ['zstd is newer'],
    },
    { name: 'spring', title: 'Spring Boot 4', why: 'gzip alone', read: 'https://spring.example/<b>' },
  ],
};

test('code is shown as text, each with a button that copies it or selects it', async () => {
  const { document, window } = parseHTML('<main></main>');
  const copied: string[] = [];
  const selected: unknown[] = [];
  let isSecure = true;
  Object.assign(window, {
    getSelection: () => ({ selectAllChildren: (place: unknown) => void selected.push(place) }),
  });
  const view = howView(document, HOW, async (text) => {
    if (!isSecure) throw new Error('not on a page like this');
    copied.push(text);
  });
  document.querySelector('main')!.append(view);
  assert.equal(view.querySelector('h3')!.textContent, 'How to send json + br-5 (4g and no network limit)');
  assert.equal(view.querySelector('img'), null);
  const blocks = [...view.querySelectorAll('pre')];
  assert.deepEqual(
    blocks.map(({ textContent }) => textContent),
    ['npm install express\n', CODE],
  );
  const button = view.querySelectorAll('button')[1]!;
  button.click();
  await setImmediate();
  assert.deepEqual(copied, [CODE]);
  assert.match(view.textContent!, /Spring Boot 4Gzip alone\.To read: https:/);
  const read = view.querySelector('a')!;
  assert.deepEqual(
    [read.getAttribute('href'), read.getAttribute('rel'), view.querySelector('b')],
    ['https://spring.example/<b>', 'noreferrer', null],
  );
  isSecure = false;
  button.click();
  await setImmediate();
  assert.equal(selected[0], blocks[1]);
});

test('the page says what `advise --how` prints, code and notes', () => {
  const { run, summary } = advisedInput({ seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 });
  const schema = inferSchema('Orders', [{ id: 1, note: 'a' }]);
  const payloads = [{ ...run.study.payloads[0], name: 'orders', schema }];
  const study = { ...run.study, payloads } as typeof run.study;
  const ways = howToSend({ run: { ...run, study }, summary });
  const printed = sayHow(ways);
  const { document } = parseHTML('<main></main>');
  const main = document.querySelector('main')!;
  main.append(...ways.map((how) => howView(document, how)));
  const texts = (selector: string) => [...main.querySelectorAll(selector)].map((each) => each.textContent!);
  assert.equal(texts('h3').length, ways.length);
  for (const title of texts('h3')) assert.ok(printed.includes(`# ${title}\n`), title);
  const blocks = texts('pre');
  assert.equal(blocks.length, printed.match(/^```\w/gm)!.length);
  for (const code of blocks) assert.ok(printed.includes(`\n${code}\`\`\``), code);
  const notes = texts('.note').filter((note) => !note.startsWith('To read: '));
  for (const note of notes) assert.ok(printed.includes(`\n${note}\n`), note);
});
