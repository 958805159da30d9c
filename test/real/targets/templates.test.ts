import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow, missingIn, stepsOf } from '../../support/real/follow-page.ts';

// The page that tells how to add a server, followed to the letter.

test('the page on adding a server says what happens', async () => {
  const steps = await follow('targets/template/README.md');
  assert.ok(steps.length >= 4 && steps.filter(({ shown }) => shown.length > 0).length >= 4);
});

test('a page that promises what does not happen would be found', () => {
  const page = '```sh\necho one 7; echo two\n```\nso\n```text\none 12\n…\nthree\n```\n```sh\ntrue\n```\n';
  const steps = stepsOf(page);
  assert.deepEqual(steps, [
    { commands: 'echo one 7; echo two', shown: ['one 12', 'three'] },
    { commands: 'true', shown: [] },
  ]);
  assert.deepEqual(missingIn('one 7\ntwo\n', steps[0]!.shown), ['three']);
  assert.deepEqual(missingIn('two\none 7\n', ['one 1', 'two']), ['two']);
});
