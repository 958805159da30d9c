import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';

/** HTML Living Standard, 4.10.21.2: a form without such a button is sent by Enter only from its one field. */
const SENDS = 'button:not([type]), [type=submit], [type=image]';

test('Enter in a field of the form starts nothing', () => {
  const { document } = parseHTML(readFileSync(join(import.meta.dirname, 'body.html'), 'utf8'));
  const form = document.getElementById('form')!;
  assert.equal(form.querySelector(SENDS), null);
  assert.ok(form.querySelectorAll('input:not([type])').length > 1);
});
