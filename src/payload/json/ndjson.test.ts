import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { Findings } from '../findings.ts';
import { NdjsonReader } from './ndjson.ts';
import type { JsonNumbers } from './read-json.ts';

function read(text: string, pieceBytes = 1_000_000, numbers: JsonNumbers = {}) {
  const values: unknown[] = [];
  const findings = new Findings('log.ndjson');
  const reader = new NdjsonReader(findings, (value) => values.push(value), numbers);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += pieceBytes) reader.push(bytes.subarray(at, at + pieceBytes));
  reader.end();
  return { values, findings };
}

const TEXT = '{"a":"ä€😀"}\r\n\n  \n[1,-0]\n"x"\n\n{"b":\t2}';
const VALUES = [{ a: 'ä€😀' }, [1, 0], 'x', { b: 2 }];

test('every line is a text, blank lines are none, and the last needs no line feed', () => {
  assert.deepEqual(read(TEXT).values, VALUES);
  assert.deepEqual(read(`${TEXT}\n`).values, VALUES);
});

test('it does not matter in which pieces the text comes', () => {
  for (let size = 1; size < 20; size++) assert.deepEqual(read(TEXT, size).values, VALUES, `${size} bytes`);
});

test('each bad line is told with its number, whatever piece it came in', () => {
  for (const size of [3, 1_000]) {
    const { findings } = read('{"a":1}\n\n{"a":1\n{"a":2}\n{"id":12345678901234567890}\n', size, {
      exact: true,
    });
    assert.throws(
      () => findings.throwIfProblems(),
      (error: UserError) => {
        assert.deepEqual(
          error.problems.map(({ path }) => path),
          ['line 3, column 7', 'line 5, column 7'],
        );
        assert.match(error.problems[0]!.what, /cut short/);
        assert.match(error.problems[1]!.what, /12345678901234567168/);
        return error instanceof UserError;
      },
    );
  }
});

test('of very many problems the first are told, and how many more there are', () => {
  const { findings } = read('{\n'.repeat(1_000));
  assert.throws(
    () => findings.throwIfProblems(),
    (error: UserError) =>
      error.problems.length === 21 && error.problems[20]!.what === 'and 980 more problems',
  );
});

test('a line that is not UTF-8 is named', () => {
  const findings = new Findings('x');
  const reader = new NdjsonReader(findings, () => {});
  reader.push(Buffer.from('{"a":"ok"}\n'));
  assert.throws(
    () => reader.push(Buffer.from('{"a":"gr\xf6\xdfe"}\n', 'latin1')),
    /x: line 2, column 9: is not UTF-8 here \(byte 0xf6\)/,
  );
});
