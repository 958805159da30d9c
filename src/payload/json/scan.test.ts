import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonProblem } from './problem.ts';
import type { JsonNumbers } from './read-json.ts';
import { JsonScanner } from './scan.ts';

function scanned(text: string, numbers: JsonNumbers = {}) {
  const problems: JsonProblem[] = [];
  const scanner = new JsonScanner(numbers);
  const bytes = Buffer.from(text);
  scanner.scan(bytes, 0, bytes.length, (problem) => problems.push(problem));
  return { problems, remarks: scanner.remarks };
}

const syntaxOf = (text: string) => {
  const [problem] = scanned(text).problems;
  assert.equal(problem?.kind, 'syntax', text);
  return problem as Extract<JsonProblem, { kind: 'syntax' }>;
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const PARTS = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"a"',
  '"b\\n"',
  '\\',
  'u00e4',
  '1',
  '0',
  '-',
  '.5',
  'e3',
  '+',
  'true',
  'fals',
  'null',
  ' ',
  '\n',
  '\t',
  'ä',
  '"\\ud83d\\ude00"',
  '\u0001',
];

test('a text is JSON for the scan if and only if it is for JSON.parse', () => {
  const soup = fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }).map((parts) => parts.join(''));
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.nat({ max: 3 }), fc.constantFrom('', ...PARTS))
    .map(
      ([text, at, cut, put]) =>
        text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + cut),
    );
  fc.assert(
    fc.property(fc.oneof(soup, damaged), (text) => {
      // Half of a surrogate pair cannot be written in UTF-8.
      fc.pre(text.isWellFormed());
      const isSyntax = scanned(text).problems.some(({ kind }) => kind === 'syntax');
      assert.equal(isSyntax, !isJson(text), JSON.stringify(text));
    }),
    { numRuns: 3_000 },
  );
});

test('the first wrong byte is named, with what is usually the reason', () => {
  const cases: readonly (readonly [text: string, offset: number, what: RegExp])[] = [
    ['{"a":1,}', 7, /trailing comma/],
    ['[1,]', 3, /trailing comma/],
    ['[1 2]', 3, /a comma or \] is missing/],
    ['{"a" 1}', 5, /a colon is missing/],
    ["{'a':1}", 1, /double quotes/],
    ['{a:1}', 1, /double quotes/],
    ['[1] [2]', 4, /more text after the end/],
    ['[01]', 1, /leading zeros/],
    ['[1.]', 3, /after the decimal point/],
    ['[NaN]', 1, /NaN/],
    ['// x\n[]', 0, /no comments/],
    ['["a\tb"]', 3, /a tab inside a string must be escaped/],
    ['["\\x41"]', 2, /\\x is no escape/],
    ['[undefined]', 1, /undefined/],
  ];
  for (const [text, offset, what] of cases) {
    const problem = syntaxOf(text);
    assert.equal(problem.offset, offset, text);
    assert.match(problem.what, what);
    assert.equal(problem.ended, false, text);
  }
});

test('a text that is cut short anywhere is said to be so', () => {
  const text = '{"items":[{"name":"x\\u00e4y","ok":true,"price":12.5e3}]}';
  for (let end = 0; end < text.length; end++) {
    const problem = syntaxOf(text.slice(0, end));
    assert.equal(problem.ended, true, text.slice(0, end));
  }
  assert.match(syntaxOf(text.slice(0, 40)).what, /, 3 brackets still open, at items\[0\]/);
});

test('whole numbers that a double would change are counted, the first with its place', () => {
  const { problems, remarks } = scanned(
    '{"a":[1,{"id":505874924095815681}],"b":-9007199254740995,"c":[9007199254740992,1e21]}',
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(remarks.roundedWhole, {
    count: 2,
    first: { text: '505874924095815681', readAs: '505874924095815680', path: 'a[1].id', offset: 14 },
  });
  assert.equal(remarks.rounded.count, 0);
  const own = scanned('505874924095815700').remarks.roundedWhole.first;
  assert.equal(own?.readAs, '505874924095815680', 'as the double is, not as JavaScript writes it');
});

test('exact: whole numbers that a double would change are told with their place, and no others', () => {
  const numbersIn = (text: string) =>
    scanned(text, { exact: true }).problems.map((problem) => 'text' in problem && problem.text);
  assert.deepEqual(numbersIn('[9007199254740993, 12345678901234567890, -9007199254740995]'), [
    '9007199254740993',
    '12345678901234567890',
    '-9007199254740995',
  ]);
  assert.deepEqual(
    numbersIn('[9007199254740992, 9007199254740994, 10000000000000000000000, -0.5, 1e21, 1.0]'),
    [],
  );
  const [problem] = scanned('{"a":[{"b c":[1,18014398509481985]}]}', { exact: true }).problems;
  assert.equal((problem as { path: string }).path, 'a[0]["b c"][1]');
});

test('numbers beyond the doubles are refused at both ends', () => {
  assert.deepEqual(
    scanned('[1e400, -1E309, 1e-400, 5e-324, 1.7976931348623157e308, 0e9999, 0.0e-9999]').problems.map(
      (problem) => 'text' in problem && problem.text,
    ),
    ['1e400', '-1E309', '1e-400'],
  );
});

test('what is read in another way is counted: −0, more digits than a double keeps, halves of surrogate pairs', () => {
  const { remarks, problems } = scanned(
    '[-0, -0.0, -0e5, 0.1234567890123456789, 0.1, 1e-7, 3.14159265358979311600, 0.30000000000000004]',
  );
  assert.deepEqual(problems, []);
  assert.equal(remarks.negativeZeros, 3);
  assert.deepEqual(remarks.rounded, {
    count: 2,
    first: { text: '0.1234567890123456789', readAs: '0.12345678901234568', path: '[3]', offset: 17 },
  });
  assert.equal(
    scanned('["\\ud83d\\ude00", "\\ud83d", "x\\ude00y", "\\ud83d\\ud83d\\ude00", "\\ud83dx"]').remarks
      .loneSurrogates,
    4,
  );
});

test('a key that comes twice is found, however it is escaped and however many there are', () => {
  const [problem] = scanned('{"x":[{"a":1,"b":{"a":2},"\\u0061":3}]}').problems;
  assert.deepEqual(problem, { kind: 'duplicate', offset: 25, path: 'x[0]', key: 'a', firstOffset: 7 });
  assert.equal(scanned('{"ä":1,"\\u00e4":2}').problems.length, 1);
  const many = Array.from({ length: 30_000 }, (_, i) => `"key${i}":{"a":1,"b":2}`);
  assert.deepEqual(scanned(`{${many.join(',')}}`).problems, []);
  assert.equal(scanned(`{${many.join(',')},"key17":0,"key29999":0}`).problems.length, 2);
});

test('keys that come twice are those that JSON.parse loses', () => {
  const key = fc.constantFrom('a', 'b', 'aa', '\\u0061', '__proto__', 'ä', '\\u00e4', '');
  const object = fc.array(key, { maxLength: 25 });
  fc.assert(
    fc.property(object, (keys) => {
      const text = `{${keys.map((each) => `"${each}":0`).join(',')}}`;
      const left = Object.keys(JSON.parse(text) as object).length;
      assert.equal(scanned(text).problems.length, keys.length - left);
    }),
  );
});

test('depth is bounded without a stack: 500 is read, 501 is refused, a million is refused', () => {
  assert.deepEqual(scanned('['.repeat(500) + ']'.repeat(500)).problems, []);
  for (const depth of [501, 10_000, 1_000_000]) {
    const [problem] = scanned('[{"a":'.repeat(depth / 2) + '['.repeat(depth % 2)).problems;
    assert.deepEqual(problem, { kind: 'depth', offset: problem!.offset });
  }
});
