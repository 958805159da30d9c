import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advisedInput } from '../../../../test/support/reports/advised.ts';
import { rendered } from '../../../../test/support/reports/records.ts';
import { UserError } from '../../../base/errors.ts';
import { inferSchema } from '../../../data/infer/infer-schema.ts';
import type { DataSchema } from '../../../data/schema.ts';
import { parseCompression } from '../../../factors/compression.ts';
import { formatNamed } from '../../../formats/catalogue.ts';
import { FORMAT_FACTS } from '../../../formats/format-facts.ts';
import type { MeasuredAdvice } from '../../../summary/advice/advice.ts';
import { clientSnippet } from './client.ts';
import { HOW_NAMES, howToSend, unknownServers } from './how.ts';
import { howReport, sayHow } from './how-report.ts';
import { SERVERS } from './servers/catalogue.ts';
import { hasCode, MEDIA_TYPES, type Recipe } from './snippet.ts';
import { toRead } from './to-read.ts';

const INPUT = advisedInput({ seed: 7, sessions: 8, blocks: 40, sessionSd: 0.02, blockSd: 0.02 });
const RECIPE: Recipe = {
  ...{ name: 'orders', format: 'json', codec: 'response.json' },
  codings: [{ coding: 'br', level: 5 }],
  schema: inferSchema('Orders', [{ id: 1 }]),
};

test('every server has code for every format, or says why not and what has', () => {
  for (const { name: format, codecs } of FORMAT_FACTS) {
    const recipe = { ...RECIPE, format, codec: codecs[0]!.name };
    const written = SERVERS.map(({ write }) => write(recipe));
    for (const each of written) assert.ok(hasCode(each) || each.why.includes('tried'), format);
    assert.equal(written.some(hasCode), format in MEDIA_TYPES, format);
    assert.equal(hasCode(clientSnippet(recipe)), format in MEDIA_TYPES, format);
  }
});

test('where there is no code it is said what to read, but for nginx, which makes nothing of a format', () => {
  const [, way] = howToSend(INPUT);
  assert.equal(way!.way, 'protobuf + gzip-6');
  for (const part of way!.parts) {
    if (hasCode(part)) continue;
    assert.match(part.read!, /^https:\/\/[\w./-]+$/, part.name);
  }
  const reading = Object.fromEntries(way!.parts.map((part) => [part.name, hasCode(part) ? null : part.read]));
  assert.equal(reading.fastapi, 'https://protobuf.dev/getting-started/pythontutorial/');
  for (const { name: format } of FORMAT_FACTS)
    assert.equal(toRead(format, 'express') === null, format.startsWith('json'), format);
  assert.match(sayHow([way!]), /\n## FastAPI\n\nNo snippet is .*\.\n\nTo read: <https:.*pythontutorial\/>\n/);
});

test('the media type of a snippet is that of the format', () => {
  for (const [format, type] of Object.entries(MEDIA_TYPES))
    assert.equal(type.replace('; ', ';'), formatNamed(format).contentType, format);
});

test('each recommended way is told once, with its networks; gzip stands in for whatever a client lacks', () => {
  const [first, ...others] = howToSend(INPUT);
  assert.deepEqual([first!.way, first!.networks], ['json', ['none']]);
  assert.deepEqual(
    first!.parts.map(({ name }) => name),
    ['page', ...HOW_NAMES],
  );
  assert.deepEqual(
    others.map(({ way, networks }) => [way, networks]),
    [['protobuf + gzip-6', ['2g']]],
  );
  // The record holds no schema: nginx alone needs none.
  assert.deepEqual(
    others[0]!.parts.flatMap((part) => (hasCode(part) ? [part.name] : [])),
    ['nginx'],
  );
  assert.deepEqual(codingsSaid('none', null), []);
  assert.deepEqual(codingsSaid('br-4', null), ['br', 'gzip']);
  assert.deepEqual(codingsSaid('zstd-9', 'br-5'), ['zstd', 'br', 'gzip']);
  assert.deepEqual(codingsSaid('gzip-9', null), ['gzip']);
  assert.deepEqual(codingsSaid('dcz-3', null), ['zstd', 'gzip']);
});

/** In Express's snippet where JSON is recommended so, and where another one is for browsers that lack it. */
function codingsSaid(compression: string, forAll: string | null): string[] {
  const [advice] = INPUT.summary.advice!.networks as [MeasuredAdvice];
  const cells = INPUT.summary.cells.map((cell) => {
    const wanted = cell.id === advice.recommended ? compression : cell.id === 'else' ? forAll : null;
    if (wanted === null) return cell;
    return { ...cell, factors: { ...cell.factors, compression: parseCompression(wanted)! } };
  });
  const best = cells.find(({ id }) => id === advice.recommended)!;
  const other = forAll === null ? [] : [withCompression(best, forAll)];
  const changed: MeasuredAdvice = {
    ...advice,
    forAll: forAll === null ? null : { cell: 'else', extraMs: 1, needs: advice.needs },
  };
  const summary = { ...INPUT.summary, cells: [...cells, ...other], advice: { networks: [changed] } };
  const [way] = howToSend({ run: INPUT.run, summary }, ['express']);
  const part = way!.parts.find(({ name }) => name === 'express')!;
  assert.ok(hasCode(part));
  return [...part.files[0]!.code.matchAll(/^ {2}(\w+): \(body\)/gm)].map(([, coding]) => coding!);
}

function withCompression<T extends { readonly id: string; readonly factors: object }>(
  cell: T,
  word: string,
): T {
  return { ...cell, id: 'else', factors: { ...cell.factors, compression: parseCompression(word)! } };
}

test('what a server cannot do is said with what does', () => {
  const notes = (name: string, coding: string) => {
    const written = SERVERS.find((server) => server.name === name)!.write({
      ...RECIPE,
      codings: [
        { coding, level: 3 },
        { coding: 'gzip', level: 6 },
      ],
    });
    return hasCode(written) ? written.notes.join('; ') : written.why;
  };
  assert.match(notes('spring', 'br'), /gzip alone: br takes nginx in front/);
  assert.match(notes('spring', 'zstd'), /zstd takes a server that can in front/);
  assert.match(notes('nginx', 'zstd'), /no zstd: let the server behind it compress/);
  assert.match(notes('express', 'zstd'), /since Node 22\.15/);
  assert.equal(notes('go', 'br'), '');
});

test('a hostile name becomes a path, and a hostile key stays a text', () => {
  const dataset = "Orders'; </script>{x} \u202e../..";
  const advice = { ...INPUT.run.advice!, payload: { ...INPUT.run.advice!.payload, name: dataset } };
  const [way] = howToSend({ run: { ...INPUT.run, advice }, summary: INPUT.summary });
  assert.match(JSON.stringify(way), /\/orders-script-x'/);
  const keys = ['__proto__', "it's", '"', '\\', '\n'];
  const fields = keys.map((name) => ({ name, type: { kind: 'boolean' }, optional: false }) as const);
  const items = { kind: 'record', name: 'Key', fields, orderVaries: false } as const;
  const schema: DataSchema = { name: 'Keys', root: { kind: 'array', items, mayBeEmpty: false } };
  const written = clientSnippet({ ...RECIPE, format: 'csv', codec: 'd3-dsv', schema });
  assert.ok(hasCode(written));
  const [, read] = /const READ = (\{[\s\S]*?\n\});/.exec(written.files[0]!.code)!;
  assert.deepEqual(Object.keys(new Function(`return ${read}`)()).toSorted(), keys.toSorted());
});

test('what stands for no value is marked under a hostile key too', () => {
  const fields = ['__proto__', 'constructor', 'id'].map(
    (name) => ({ name, type: { kind: 'boolean' }, optional: name !== 'id' }) as const,
  );
  const items = { kind: 'record', name: 'Key', fields, orderVaries: false } as const;
  const schema: DataSchema = { name: 'Keys', root: { kind: 'array', items, mayBeEmpty: false } };
  const { write } = SERVERS.find(({ name }) => name === 'express')!;
  const written = write({ ...RECIPE, format: 'json-columns', schema });
  assert.ok(hasCode(written));
  const [code] = /const ABSENT[\s\S]*?\n\};/.exec(written.files[0]!.code)!;
  const records = JSON.parse('[{"id":true},{"id":false,"__proto__":true,"constructor":false}]');
  const columns = new Function(`${code}\nreturn toColumns`)()(records);
  assert.equal(
    JSON.stringify(columns),
    '{"columns":{"id":[true,false],"__proto__":[null,true],"constructor":[null,false]},"absent":{"__proto__":null,"constructor":null}}',
  );
});

test('a name that is no server is told with the nearest', () => {
  assert.deepEqual(unknownServers(['go', 'expres']), [
    {
      file: '--how',
      path: '',
      what: 'unknown server "expres"',
      allowed: HOW_NAMES,
      nearest: 'express',
    },
  ]);
});

test('the report is Markdown, and a record without advice is told', async () => {
  const text = (await rendered(howReport, INPUT)).toString('utf8');
  assert.match(text, /^# How to send json \(no network limit\)\n\n## In the page\n\nload\.mjs:\n\n```js\n/);
  assert.match(text, /\n## Go\n\n```sh\ngo run \.\n```\n\nmain\.go:\n\n```go\npackage main\n/);
  const { advice: _, ...summary } = INPUT.summary;
  await assert.rejects(rendered(howReport, { ...INPUT, summary }), UserError);
});
