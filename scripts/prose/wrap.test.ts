import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proseProblems } from './files.ts';
import { WIDTH, wrapComments, wrapMarkdown } from './wrap.ts';

const root = new URL('../..', import.meta.url).pathname;
const WORDS = 'Some words of a sentence that goes on. '.repeat(4).trim();

function widest(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.length));
}

test('comments and documents keep within the width of the formatter', () => {
  assert.deepEqual(proseProblems(root), []);
});

test('a wide comment is wrapped behind its own mark, and code is left alone', () => {
  const source = `  // ${WORDS}\n  const text = '${WORDS}'; // short\n/** ${WORDS} */\nlet x;\n`;
  const wrapped = wrapComments(source);
  assert.match(wrapped, /^ {2}\/\/ Some words[^\n]*\n {2}\/\/ .*goes on\.\n {2}const text/);
  assert.match(wrapped, /\/\*\*\n \* Some[^\n]*\n \* .*goes on\.\n \*\/\nlet x;/);
  assert.ok(wrapped.includes(`'${WORDS}'; // short`));
  assert.equal(widest(wrapped.replace(/.*const text.*/, '')) <= WIDTH, true);
  assert.equal(wrapComments(wrapped), wrapped);
});

test('only a paragraph with a wide line changes, and only from that line on', () => {
  const short = '// This line\n// and this one stay as they are.\n//\n';
  assert.equal(wrapComments(short), short);
  assert.ok(wrapComments(`${short}// First.\n// ${WORDS}\n`).startsWith(`${short}// First.\n// Some words`));
});

test('items of a list keep their indent, and tables, headings, code and pictures stay', () => {
  const wrapped = wrapMarkdown(`- ${WORDS}\n- two\n1. ${WORDS}\n`);
  assert.match(wrapped, /^- Some[^\n]*\n {2}\S.*\n- two\n1\. Some[^\n]*\n {3}\S/);
  const stays = [`| ${WORDS} |`, `# ${WORDS}`, '```sh', WORDS, '```', `a   b ${WORDS}`, `──► ${WORDS}`].join(
    '\n',
  );
  assert.equal(wrapMarkdown(stays), stays);
});

test('code between backticks is never broken, and no line begins with what Markdown takes for a mark', () => {
  const code = '`./wirefare run STUDY --only network=none --browser chromium`';
  assert.ok(wrapMarkdown(`${'word '.repeat(14)}${code} end`).includes(code));
  const overTwoLines = `First, \`some code\nthat goes on\` and ${WORDS}`;
  assert.ok(wrapMarkdown(overTwoLines).startsWith('First, `some code that goes on` and'));
  const marks = wrapMarkdown(`${'abcd '.repeat(21)}abc - and ${'abcd '.repeat(21)}ab 12. Then`);
  assert.doesNotMatch(marks, /^(?:-|12\.)/m);
  assert.match(wrapMarkdown(`${'abcd '.repeat(21)}10 000 objects`), /10 000 objects/);
});
