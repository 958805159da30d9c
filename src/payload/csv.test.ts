import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { UserError } from '../base/errors.ts';
import { readCsv } from './csv.ts';
import { Findings } from './findings.ts';

function read(text: string, delimiter: ',' | '\t' | null = null) {
  const findings = new Findings('x.csv');
  return { rows: readCsv(Buffer.from(text), delimiter, findings), notes: findings.notes };
}

function problemsOf(text: string): string[] {
  try {
    const findings = new Findings('x.csv');
    readCsv(Buffer.from(text), null, findings);
    findings.throwIfProblems();
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.problems.map(({ path, what }) => `${path}: ${what}`);
  }
  return assert.fail('nothing was wrong');
}

test('a column is of numbers or booleans where all its cells are written as JavaScript writes them', () => {
  const { rows, notes } = read(
    'id,price,ok,zip,big,mixed\n1,1.5,true,00501,9007199254740993,true\n-2,,false,10001,1,no\n',
  );
  assert.deepEqual(rows, [
    { id: 1, price: 1.5, ok: true, zip: '00501', big: '9007199254740993', mixed: 'true' },
    { id: -2, price: null, ok: false, zip: '10001', big: '1', mixed: 'no' },
  ]);
  assert.ok(
    notes.some((note) => note.includes('"id", "price"')),
    notes.join(),
  );
  assert.ok(
    notes.some((note) => /^stay text, .*: "zip" \("00501"\)/.test(note)),
    notes.join(),
  );
  assert.ok(notes.some((note) => note === 'empty cells read as null: "price" (1)'));
});

test('every number that is read would be written the same again', () => {
  for (const text of [
    '1.0',
    '+1',
    '1e3',
    '.5',
    '5.',
    '1,5',
    ' 1',
    '0x10',
    'NaN',
    'Infinity',
    '-0',
    '1e21',
    '9007199254740993',
    '१',
  ])
    assert.deepEqual(read(`a\n"${text}"\n`).rows, [{ a: text }], text);
  for (const text of ['0', '-1', '1.5', '1e-7', '0.1', '9007199254740991', '5e-324'])
    assert.deepEqual(read(`a\n${text}\n`).rows, [{ a: Number(text) }], text);
});

test('empty cells of text are empty texts, and so is a column without any value', () => {
  assert.deepEqual(read('a,b\nx,\n,\n').rows, [
    { a: 'x', b: '' },
    { a: '', b: '' },
  ]);
});

test('quoted cells keep delimiters, quotes, line breaks and white space', () => {
  const { rows } = read('a,b\r\n"x, ""y""\r\nz"," w "\r\nv,u\r\n');
  assert.deepEqual(rows, [
    { a: 'x, "y"\r\nz', b: ' w ' },
    { a: 'v', b: 'u' },
  ]);
});

test('line endings of all kinds end lines, mixed ones too', () => {
  const rows = [
    { a: 'x', b: 'y' },
    { a: 'z', b: 'w' },
  ];
  for (const text of [
    'a,b\nx,y\nz,w',
    'a,b\r\nx,y\r\nz,w\r\n',
    'a,b\r\nx,y\nz,w\n',
    'a,b\nx,y\r\nz,w',
    'a,b\rx,y\rz,w',
  ])
    assert.deepEqual(read(text).rows, rows, JSON.stringify(text));
});

test('tabs separate the cells of TSV, semicolons those of a header that has them only', () => {
  assert.deepEqual(read('a,x\tb\n1\t2\n', '\t').rows, [{ 'a,x': 1, b: 2 }]);
  const { rows, notes } = read('a;b\n1,5;2\n');
  assert.deepEqual(rows, [{ a: '1,5', b: 2 }]);
  assert.ok(notes.includes('cells are separated by semicolons'));
});

test('TSV may have quotes that are part of its cells', () => {
  const { rows, notes } = read('size\tname\n5" pipe\t"Jo" Doe\n"6"\tx\n', '\t');
  assert.deepEqual(rows, [
    { size: '5" pipe', name: '"Jo" Doe' },
    { size: '"6"', name: 'x' },
  ]);
  assert.match(notes[0]!, /quotes are part of the cells/);
  assert.deepEqual(read('a\tb\n"x\ty"\t1\n', '\t').rows, [{ a: 'x\ty', b: 1 }]);
});

test('blank lines are no rows; in a file of one column they are empty cells', () => {
  assert.deepEqual(read('a,b\n\n1,2\n\n').rows, [{ a: 1, b: 2 }]);
  assert.deepEqual(read('a\nx\n\ny\n').rows, [{ a: 'x' }, { a: '' }, { a: 'y' }]);
});

test('all ragged rows are named by their lines', () => {
  assert.deepEqual(problemsOf('a,b\n1,2\n3\n"4\n5",6,7\n8,9\n'), [
    'line 3: the row has 1 cell, the header 2',
    'line 5: the row has 3 cells, the header 2',
  ]);
});

test('a header is needed, with a name of its own for every column', () => {
  assert.deepEqual(problemsOf('id,,name,id\n1,2,3,4\n'), [
    'line 1: column 2 has no name',
    'line 1: column 4 is named "id", as column 1 is',
  ]);
});

test('quotes in the wrong place are refused with their line', () => {
  assert.match(problemsOf('a,b\n1,"x" y\n')[0]!, /^line 2: .*closing quote/);
  assert.match(problemsOf('a,b\n1,x"y"\n')[0]!, /^line 2: a quote stands inside/);
  assert.match(problemsOf('a,b\n1,"xy\n2,3\n')[0]!, /never closed/);
  assert.equal(problemsOf('a,b\n1\n1,x"y"\n').length, 2, 'beside ragged rows');
});

test('a column named __proto__ is a column', () => {
  const [row] = read('__proto__,b\n1,2\n').rows;
  assert.deepEqual(Object.entries(row!), [
    ['__proto__', 1],
    ['b', 2],
  ]);
});

test('any table of texts comes back as it was written', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'ä', '1', '') });
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (table) => {
      const quotedCell = (text: string) => `"${text.replaceAll('"', '""')}"`;
      const text = [['k1', 'k2'], ...table].map((row) => row.map(quotedCell).join(',')).join('\n');
      const texts = read(text).rows.map((row) => Object.values(row).map((value) => String(value ?? '')));
      assert.deepEqual(texts, table);
    }),
  );
});
