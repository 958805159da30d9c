import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerFromEnvironment, isOfVariables } from './from-environment.ts';

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

test('beside variables only a scheme, names and signs are surely no secret', () => {
  for (const text of [
    `\${A}`,
    `Bearer \${A}`,
    `token=\${A}`,
    `sid=\${A}; theme=\${B}`,
    `Digest username="\${A}", response="\${B}"`,
    `ApiKey \${A}:\${B}`,
  ])
    assert.ok(isOfVariables(text), text);
  for (const text of [
    'a1b2',
    'Bearer ',
    `sid=a1b2; theme=\${A}`,
    `abc123\${A}`,
    `\${A}abc123`,
    `sid=\${A}; abc123`,
    `Basic YTpi\${A}`,
    `abc123 \${A}`,
    `YWJjMQ== \${A}`,
  ])
    assert.equal(isOfVariables(text), false, text);
});
