import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseHTML } from 'linkedom';
import { AddressNeeds } from './address-needs.ts';

test('what one server needs is kept for its other addresses, and goes to no other server', () => {
  const body = readFileSync(join(import.meta.dirname, 'body.html'), 'utf8');
  const { document } = parseHTML(`<html><body>${body}</body></html>`);
  let changes = 0;
  const needs = new AddressNeeds(document as unknown as Document, () => void changes++);
  const part = document.getElementById('address-part')!;
  const headers = document.getElementById('headers') as HTMLTextAreaElement;
  const insecure = document.getElementById('insecure') as HTMLInputElement;
  const limit = document.getElementById('limit') as HTMLInputElement;
  const timeout = document.getElementById('timeout') as HTMLInputElement;
  const none = { header: '', insecure: false, limit: '', timeout: '' };
  assert.deepEqual(needs.flagsFor(null), {}, 'data that were dropped need nothing');
  assert.ok(part.hasAttribute('hidden'));
  assert.deepEqual(needs.flagsFor('https://localhost:3000/orders'), none);
  assert.ok(!part.hasAttribute('hidden'));

  headers.value = 'Authorization: Bearer 1\nX-Two: 2';
  insecure.checked = true;
  headers.dispatchEvent(new document.defaultView!.Event('change'));
  assert.equal(changes, 1);
  limit.value = '200MB';
  timeout.value = '2m';
  for (const field of [limit, timeout]) field.dispatchEvent(new document.defaultView!.Event('change'));
  assert.equal(changes, 3);
  const given = {
    header: 'Authorization: Bearer 1\nX-Two: 2',
    insecure: true,
    limit: '200MB',
    timeout: '2m',
  };
  assert.deepEqual(needs.flagsFor('https://localhost:3000/orders'), given);
  assert.deepEqual(needs.flagsFor('https://localhost:3000/users'), given);
  assert.deepEqual(needs.flagsFor('https://localhost:3001/users'), none, 'another port');
  assert.deepEqual(needs.flagsFor('https://localhost:3000/users'), none, 'nothing was kept');
  headers.value = 'Authorization: Bearer 1';
  needs.flagsFor(null);
  assert.deepEqual(needs.flagsFor('https://localhost:3000/users'), none);
});
