import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { AnswersField } from './answers-field.ts';

test('of several paths one may be chosen, and other data have others', () => {
  const { document } = parseHTML(
    '<html><body><div id="answers-part" hidden><select id="answers"></select></div></body></html>',
  );
  const field = new AnswersField(document, () => {});
  const part = document.getElementById('answers-part')!;
  const options = () =>
    [...part.querySelectorAll('option')].map((each) => [each.getAttribute('value'), each.textContent]);
  field.offer(['/api/orders', '/api/<users>']);
  assert.deepEqual(options(), [
    ['', '/api/orders'],
    ['/api/<users>', '/api/<users>'],
  ]);
  assert.equal(part.hasAttribute('hidden'), false);
  const [, users] = part.querySelectorAll('option');
  field.offer(['/api/orders', '/api/<users>']);
  assert.equal(part.querySelectorAll('option')[1], users, 'what is chosen stays');
  field.forget();
  assert.deepEqual(options(), []);
  assert.ok(part.hasAttribute('hidden'));
  field.offer(['/api/orders']);
  assert.ok(part.hasAttribute('hidden'), 'of one path there is nothing to choose');
});
