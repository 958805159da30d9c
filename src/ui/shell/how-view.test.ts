import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
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
  assert.equal(view.querySelector('h3')!.textContent, 'How to send json + br-5 (4g, no network limit)');
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
  assert.match(view.textContent!, /Spring Boot 4gzip aloneTo read: https:/);
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
