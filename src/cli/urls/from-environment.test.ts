import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerFromEnvironment } from './from-environment.ts';

function read(value: string): { readonly text: string; readonly wrong: readonly string[] } {
  const wrong: string[] = [];
  const typed = `Bearer \${TOKEN}`;
  const text = headerFromEnvironment('Authorization', typed, { TOKEN: value }, new Set(), wrong);
  return { text, wrong };
}

test('a line break at the end of a variable is no part of a header', () => {
  assert.deepEqual(read('abc\r\n'), { text: 'Bearer abc', wrong: [] });
});

test('what no header can hold is told by the header, without what it is', () => {
  const { wrong } = read('abc\r\nX-Admin: yes');
  assert.equal(wrong.length, 1);
  assert.match(wrong[0]!, /^Authorization: .* line breaks/);
  assert.doesNotMatch(wrong[0]!, /X-Admin|abc/);
});
