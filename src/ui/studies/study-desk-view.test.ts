import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { openLabWindow } from '../../../test/support/ui/lab-window.ts';
import { knownVocabulary } from '../../study/known-vocabulary.ts';
import { editorSchema } from '../../study/reference/editor-schema.ts';
import { studyJsonSchema } from '../../study/reference/json-schema.ts';
import type { CheckedStudy, PlacedProblem, StudyEdit, StudyText } from './asked.ts';
import { StudyDeskView } from './study-desk-view.ts';

const SCHEMA = editorSchema(studyJsonSchema(knownVocabulary(['node', 'go'], {})));
const BODY = readFileSync(join(import.meta.dirname, 'body.html'), 'utf8');

/**
 * The desk with a study that has this text on disk; `saved`: what the lab was given to save. `edit`: what it
 * makes of a change. `problems`: what it finds wrong with any text.
 */
async function opened(
  fileText: string,
  edit: (asked: StudyEdit) => Promise<string> = async ({ text }) => text,
  problems: readonly PlacedProblem[] = [],
) {
  const { document } = parseHTML(`<html><body>${BODY}</body></html>`);
  const area = document.getElementById('text') as HTMLTextAreaElement;
  // As browsers have it (HTML Living Standard, 4.10.11: the API value).
  let value = '';
  Object.defineProperty(area, 'value', {
    get: () => value,
    set(text: string) {
      value = text.replaceAll(/\r\n?/g, '\n');
    },
  });
  area.setSelectionRange = () => {};
  // Nothing is checked behind the test's back.
  mock.timers.enable({ apis: ['setTimeout'] });
  const closeWindow = openLabWindow('/studies', { history: { replaceState: () => {} } });
  const saved: string[] = [];
  // JSON is YAML too.
  const valueIn = (text: string) => (text.startsWith('{') ? JSON.parse(text) : { study: 'mine' });
  const checked = (text: string): CheckedStudy => ({
    value: valueIn(text),
    problems,
    unread: [],
    waitsFor: null,
  });
  const fetched = mock.method(globalThis, 'fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path.endsWith('/schema')) return Response.json(SCHEMA);
    if (path.endsWith('/check')) return Response.json(checked((JSON.parse(String(body)) as StudyText).text));
    if (path.endsWith('/edit'))
      return Response.json({ text: await edit(JSON.parse(String(body)) as StudyEdit) });
    if (path.endsWith('/save')) {
      const { id, text } = JSON.parse(String(body)) as StudyText;
      saved.push(text);
      return Response.json({ id, text, digest: 'after' });
    }
    return Response.json({ id: 'mine.yaml', text: fileText, digest: 'before' });
  });
  const desk = new StudyDeskView(document, async () => {});
  const study = { id: 'mine.yaml', title: '', question: '', isOwn: true };
  await desk.open('mine.yaml', { folder: '/', studies: [study], browsers: [] });
  const said = () => document.getElementById('saved')!.textContent;
  const type = (text: string) => {
    area.value = text;
    const event = document.createEvent('Event') as Event;
    event.initEvent('input', true, true);
    area.dispatchEvent(event);
  };
  const save = async () => {
    document.getElementById('save')!.click();
    await turns();
  };
  const close = () => {
    fetched.mock.restore();
    mock.timers.reset();
    closeWindow();
  };
  return { document, area, said, type, save, saved, close };
}

async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
}

for (const [name, end] of [
  ['\\n', '\n'],
  ['\\r\\n', '\r\n'],
] as const)
  test(`a file whose lines end in ${name} is not changed when it is opened, and keeps them when it is saved`, async () => {
    const { area, said, type, save, saved, close } = await opened(`study: mine${end}title: A${end}`);
    try {
      assert.equal(said(), '');
      type(`${area.value}question: Which?\n`);
      assert.match(said()!, /^not saved/);
      await save();
      assert.deepEqual(saved, [`study: mine${end}title: A${end}question: Which?${end}`]);
      assert.equal(said(), 'saved as mine.yaml');
      type('study: mine\ntitle: A\n');
      assert.match(said()!, /^not saved/);
    } finally {
      close();
    }
  });

test('what is changed while another change is on its way is not drawn over, and both are there', async () => {
  const waiting: (() => void)[] = [];
  const edit = async ({ text, path, value }: StudyEdit) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    const study = JSON.parse(text);
    study.factors[path[1]!] = value;
    return JSON.stringify(study);
  };
  const study = JSON.stringify({ study: 'mine', factors: { connection: 'warm' } });
  const { document, area, close } = await opened(study, edit);
  const box = (word: string) =>
    [...document.querySelectorAll<HTMLInputElement>('[data-key]')].find(
      (each) => each.getAttribute('data-key') === `factors.connection ${word}`,
    )!;
  const tick = async (word: string, isTicked: boolean) => {
    const ticked = box(word);
    ticked.checked = isTicked;
    const event = document.createEvent('Event') as Event;
    event.initEvent('change', true, true);
    ticked.dispatchEvent(event);
    await turns();
  };
  try {
    const drawn = box('warm');
    await tick('cold', true);
    await tick('warm', false);
    waiting.shift()!();
    await turns();
    assert.match(area.value, /\["warm","cold"\]/);
    assert.ok(box('warm') === drawn, 'it stands as it was left');
    assert.equal(drawn.checked, false);
    waiting.shift()!();
    await turns();
    assert.match(area.value, /"connection":"cold"/);
    assert.ok(box('warm') !== drawn);
    assert.deepEqual([box('warm').checked, box('cold').checked], [false, true]);
  } finally {
    close();
  }
});

test('Run with a mistake leads to it, also to one that has no line', async () => {
  const whole = { file: 'mine.yaml', path: '', what: 'is empty', line: null };
  for (const [problems, leadsTo] of [
    [[whole], '#problems'],
    [[whole, { ...whole, path: 'factors', line: 3 }], '#problems button'],
  ] as const) {
    const { document, close } = await opened('study: mine', undefined, problems);
    try {
      // linkedom knows of no focus, and the list is drawn anew by each check.
      const list = document.getElementById('problems')!;
      const reached: string[] = [];
      list.focus = () => void reached.push('#problems');
      const find = list.querySelector.bind(list);
      Object.assign(list, {
        querySelector(selector: string) {
          const match = find(selector);
          return match && Object.assign(match, { focus: () => void reached.push(`#problems ${selector}`) });
        },
      });
      document.getElementById('run')!.click();
      await turns();
      assert.deepEqual(reached, [leadsTo]);
      assert.equal(list.getAttribute('tabindex'), '-1');
    } finally {
      close();
    }
  }
});
