import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { knownVocabulary } from '../../study/known-vocabulary.ts';
import { editorSchema } from '../../study/reference/editor-schema.ts';
import { studyJsonSchema } from '../../study/reference/json-schema.ts';
import { keepToken } from '../shell/lab-api.ts';
import type { CheckedStudy, StudyText } from './asked.ts';
import { StudyDeskView } from './study-desk-view.ts';

const SCHEMA = editorSchema(studyJsonSchema(knownVocabulary(['node', 'go'], {})));
const BODY = readFileSync(join(import.meta.dirname, 'body.html'), 'utf8');

/** As much of a window as the desk and the token need. Answers how to take it away again. */
function openWindow(): () => void {
  const window = {
    location: { hash: '', pathname: '/studies', search: '' },
    localStorage: { getItem: () => 'token' },
    addEventListener: () => {},
  };
  const values = Object.entries({ window, history: { replaceState: () => {} } });
  const had = values.map(([name]) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of values)
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  keepToken();
  return () => {
    for (const [name, descriptor] of had) {
      Reflect.deleteProperty(globalThis, name);
      if (descriptor !== undefined) Object.defineProperty(globalThis, name, descriptor);
    }
  };
}

/** The desk with a study that has this text on disk; `saved`: what the lab was given to save. */
async function opened(fileText: string) {
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
  const closeWindow = openWindow();
  const saved: string[] = [];
  const checked: CheckedStudy = { value: { study: 'mine' }, problems: [], unread: [], waitsFor: null };
  const fetched = mock.method(globalThis, 'fetch', async (path: string, { body }: RequestInit = {}) => {
    if (path.endsWith('/schema')) return Response.json(SCHEMA);
    if (path.endsWith('/check')) return Response.json(checked);
    if (path.endsWith('/save')) {
      const { id, text } = JSON.parse(String(body)) as StudyText;
      saved.push(text);
      return Response.json({ id, text, digest: 'after' });
    }
    return Response.json({ id: 'mine.yaml', text: fileText, digest: 'before' });
  });
  const desk = new StudyDeskView(document, () => {});
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
    for (let i = 0; i < 10; i++) await turn();
  };
  const close = () => {
    fetched.mock.restore();
    mock.timers.reset();
    closeWindow();
  };
  return { area, said, type, save, saved, close };
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
