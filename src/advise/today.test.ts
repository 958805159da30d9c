import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseToday, todayOfSource } from './today.ts';

test('today is a format, perhaps its decoder, perhaps a compression with its level', () => {
  assert.deepEqual(parseToday('json'), {
    format: 'json',
    codec: null,
    compression: { name: 'none', level: null },
  });
  assert.deepEqual(parseToday('json/JSON.parse+gzip'), {
    format: 'json',
    codec: 'JSON.parse',
    compression: { name: 'gzip', level: 6 },
  });
  assert.deepEqual(parseToday('protobuf + brotli-4'), {
    format: 'protobuf',
    codec: null,
    compression: { name: 'br', level: 4 },
  });
});

test('everything that is wrong with it is told', () => {
  assert.match(
    (parseToday('yaml+lzma') as string[]).join('\n'),
    /"yaml" is no format.*\n"lzma" is no compression/,
  );
  assert.match((parseToday('json/saxes') as string[]).join('\n'), /json has no decoder saxes/);
  assert.match((parseToday('json+gzip-12') as string[]).join('\n'), /"gzip-12" is no compression/);
  assert.match((parseToday('json+gzip+br') as string[]).join('\n'), /more than one compression/);
});

test('what a URL answered is today: its format, its coding at the usual level', () => {
  assert.deepEqual(todayOfSource({ format: 'json', compression: 'br' }).compression, {
    name: 'br',
    level: 5,
  });
  assert.equal(todayOfSource({ format: 'ndjson', compression: 'none' }).format, 'json');
});
