import assert from 'node:assert/strict';
import { test } from 'node:test';
import { follow } from '../../support/real/follow-page.ts';

// The page that tells how to add a client, followed to the letter.

test('the page on adding a client says what happens', async () => {
  const steps = await follow('clients/template/README.md');
  assert.ok(steps.length >= 4 && steps.filter(({ shown }) => shown.length > 0).length >= 4);
});
