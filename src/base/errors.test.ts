import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { test } from 'node:test';
import { EnvironmentError, fileGap, UserError } from './errors.ts';

function thrownBy(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
}

test('what the file system refuses is a gap of the environment, with what mends it', () => {
  for (const refused of [() => readFileSync('/nowhere/file'), () => rmSync('/proc')]) {
    const thrown = thrownBy(refused);
    const gap = fileGap(thrown, 'it cannot be kept', 'make room');
    assert.ok(gap instanceof EnvironmentError, String(refused));
    const { message, tried, remedy } = gap;
    assert.deepEqual(
      [message, tried, remedy],
      ['it cannot be kept', [(thrown as Error).message], 'make room'],
    );
  }
});

test('mistakes, bugs and what was stopped stay what they are', () => {
  const mistake = new UserError([{ file: 'a', path: '', what: 'is wrong' }]);
  for (const thrown of [mistake, new TypeError('a bug'), new DOMException('stopped', 'AbortError'), 'text'])
    assert.equal(fileGap(thrown, 'what', 'remedy'), thrown);
});
