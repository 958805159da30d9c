import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Problem, sayProblem } from '../base/errors.ts';
import { parseToday, todayOfSource } from './today.ts';

test('today is a format, perhaps its decoder, perhaps a compression with its level', () => {
  assert.deepEqual(parseToday('json'), {
    format: 'json',
    codec: null,
    compression: { coding: 'none', level: null },
  });
  assert.deepEqual(parseToday('json/JSON.parse+gzip'), {
    format: 'json',
    codec: 'JSON.parse',
    compression: { coding: 'gzip', level: 6 },
  });
  assert.deepEqual(parseToday('protobuf + brotli-4'), {
    format: 'protobuf',
    codec: null,
    compression: { coding: 'br', level: 4 },
  });
});

/** The messages. */
function wrongWith(today: string): string {
  return (parseToday(today) as readonly Problem[]).map(sayProblem).join('\n');
}

test('everything that is wrong with it is told', () => {
  assert.match(
    wrongWith('yaml+lzma'),
    /^--today: unknown format "yaml" \(allowed: json, .*\)\n--today: unknown compression "lzma" \(allowed: none, /,
  );
  assert.match(
    wrongWith('json/saxes'),
    /unknown decoder of json "saxes" \(allowed: response.json, JSON.parse/,
  );
  assert.match(
    wrongWith('json+gzip-12'),
    /unknown compression "gzip-12" \(allowed: none, gzip-1 to 9, .*; did you mean gzip-1\?\)/,
  );
  assert.match(wrongWith('json+gzip+br'), /more than one compression/);
});

test('what a URL answered is today: its format, its coding at the usual level', () => {
  assert.deepEqual(todayOfSource({ format: 'json', compression: 'br' }).compression, {
    coding: 'br',
    level: 5,
  });
  assert.equal(todayOfSource({ format: 'ndjson', compression: 'none' }).format, 'json');
});
