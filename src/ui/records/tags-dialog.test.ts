import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { LabError } from '../shell/lab-api.ts';
import type { ListedRecord } from './listed-record.ts';
import { editTags, type SaveTags } from './tags-dialog.ts';

const RECORD = { name: 'a <b>', tags: ['one'] } as unknown as ListedRecord;

function bench(save: SaveTags) {
  const { document } = parseHTML(readFileSync(join(import.meta.dirname, 'body.html'), 'utf8'));
  const dialog = document.getElementById('tags-dialog') as HTMLDialogElement;
  const input = document.getElementById('tags') as HTMLInputElement;
  let isOpen = false;
  let focused = 0;
  // linkedom knows of no dialogs and no focus.
  Object.assign(dialog, {
    showModal() {
      isOpen = true;
    },
    close(answer: string) {
      isOpen = false;
      dialog.returnValue = answer;
      dialog.dispatchEvent(new document.defaultView!.Event('close'));
    },
  });
  input.focus = () => void focused++;
  const press = async (value: string) => {
    const event = new document.defaultView!.Event('submit', { bubbles: true, cancelable: true });
    dialog.querySelector('form')!.dispatchEvent(Object.assign(event, { submitter: { value } }));
    if (!event.defaultPrevented) dialog.close(value);
    await turn();
  };
  const edited = editTags(document, RECORD, save);
  const error = document.getElementById('tags-error')!;
  return { input, error, press, edited, isOpen: () => isOpen, focused: () => focused };
}

test('tags that are refused are said to be, at their field, and the dialog stays with what was typed', async () => {
  const sent: (readonly string[])[] = [];
  const { input, error, press, edited, isOpen, focused } = bench(async (tags) => {
    sent.push(tags);
    if (sent.length === 1) throw new LabError({ problem: 'are too many' }, 400);
    return ['two'];
  });
  await turn();
  assert.equal(input.value, 'one');
  input.value = 'two,two';
  await press('save');
  assert.ok(isOpen());
  assert.equal(error.textContent, 'are too many');
  assert.equal(error.getAttribute('role'), 'alert');
  assert.equal(input.getAttribute('aria-describedby'), error.id);
  assert.equal(input.getAttribute('aria-invalid'), 'true');
  assert.deepEqual([input.value, focused()], ['two,two', 1]);
  await press('save');
  assert.deepEqual(await edited, ['two']);
  assert.deepEqual([isOpen(), error.textContent, input.getAttribute('aria-invalid')], [false, '', 'false']);
});

test('a second press saves nothing twice, and whoever cancels meanwhile has them saved', async () => {
  const slow = Promise.withResolvers<readonly string[]>();
  let sent = 0;
  const { press, edited } = bench(() => {
    sent++;
    return slow.promise;
  });
  await turn();
  await press('save');
  await press('save');
  await press('cancel');
  slow.resolve(['one']);
  assert.deepEqual([await edited, sent], [['one'], 1]);
});

test('what is refused when the dialog has closed is told where it was opened', async () => {
  const slow = Promise.withResolvers<readonly string[]>();
  const { press, edited, error } = bench(() => slow.promise);
  await turn();
  await press('save');
  await press('cancel');
  slow.reject(new LabError({ problem: 'are too many' }, 400));
  await assert.rejects(edited, /are too many/);
  assert.equal(error.textContent, '');
});

test('whoever cancels has saved nothing', async () => {
  const { press, edited } = bench(async () => assert.fail('nothing is saved'));
  await turn();
  await press('cancel');
  assert.equal(await edited, null);
});
