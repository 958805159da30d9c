// The format: what it carries is what the format xml carries, in fewer bytes; what it refuses it refuses with
// the place.

import assert from 'node:assert/strict';
import test from 'node:test';
import { DOCUMENTS } from '../../../test/support/documents/documents.ts';
import { eventsOfInfoset, eventsOfXml } from '../../../test/support/documents/infoset-events.ts';
import { datasetNamed, generateRecords } from '../../data/catalogue.ts';
import { firstDifference } from '../../data/equal.ts';
import { inferSchema } from '../../data/infer/infer-schema.ts';
import type { DataSchema, DataValue } from '../../data/schema.ts';
import { whyRefused } from '../shared/refusal.ts';
import { XML } from '../xml/xml.ts';
import { FAST_INFOSET } from './fast-infoset.ts';
import { qualifiedName } from './names.ts';
import { InfosetWriter } from './writer.ts';

const written = (schema: DataSchema, value: DataValue) => FAST_INFOSET.encoders[0]!.bind(schema)(value);
const read = (schema: DataSchema, bytes: Uint8Array) => FAST_INFOSET.codecs[0]!.bind(schema)(bytes as never);

test('every document is the infoset of its XML, or is refused by both', () => {
  let same = 0;
  for (const { name, value } of DOCUMENTS) {
    const schema = inferSchema(name, value);
    const [refused, refusedAsXml] = [FAST_INFOSET, XML].map(({ encoders }) =>
      whyRefused(encoders[0]!, schema, [value]),
    );
    assert.equal(refused, refusedAsXml?.replace(/^XML cannot/, 'Fast Infoset cannot') ?? null);
    if (refused !== null) continue;
    const xml = new TextDecoder('utf-8', { ignoreBOM: true }).decode(XML.encoders[0]!.bind(schema)(value));
    assert.deepEqual(eventsOfInfoset(written(schema, value)), eventsOfXml(xml), name);
    same += 1;
  }
  assert.ok(same > 50);
});

test('Books, Videos and files take fewer bytes than as XML, files far fewer', () => {
  const share = (name: string) => {
    const dataset = datasetNamed(name);
    const value = JSON.parse(JSON.stringify(generateRecords(dataset, 1_000)));
    const bytes = written(dataset.schema, value);
    assert.equal(firstDifference(read(dataset.schema, bytes), value, FAST_INFOSET), null);
    return bytes.length / XML.encoders[0]!.bind(dataset.schema)(value).length;
  };
  assert.ok(share('book') < 0.75);
  assert.ok(share('video') < 0.55);
  assert.ok(share('file') < 0.3);
});

const PAIRS = [
  { id: 1, note: null },
  { id: 2, note: 'b' },
];
const SCHEMA = inferSchema('pairs', PAIRS);

/** A document of elements and texts: `['pair', ['id', '1']]`. */
type Tree = readonly [name: string, ...inside: (Tree | string)[]];

function writeDocument(tree: Tree): Uint8Array {
  const writer = new InfosetWriter();
  const write = ([name, ...inside]: Tree): void => {
    writer.startElement(qualifiedName(name));
    for (const each of inside) typeof each === 'string' ? writer.text(each) : write(each);
    writer.endElement();
  };
  write(tree);
  return writer.finish();
}

test('white space between elements is nothing, and a text in parts is one', () => {
  const bytes = writeDocument([
    'pairs',
    '\n  ',
    ['pair', '\n    ', ['id', ' ', '1', '7'], ['note', 'a', 'b', 'a'], '\n'],
    '\n',
  ]);
  const schema = inferSchema('pairs', [{ id: 17, note: 'aba' }]);
  assert.deepEqual(read(schema, bytes), [{ id: 17, note: 'aba' }]);
});

test('what a document has that its schema has not is refused with its place and byte', () => {
  for (const [tree, message] of [
    [['pear'], /^Fast Infoset: <pear>, expected pairs, at byte \d+$/],
    [['pairs', 'text'], /^Fast Infoset: "text" where only elements may stand, in \/pairs, at byte \d+$/],
    [['pairs', ['pair', ['id', 'one']]], /"one" is not .*, in \/pairs\/pair\[1\]\/id, at byte \d+$/],
    [['pairs', ['pair', ['note', 'a']]], /<note>, expected id, in \/pairs\/pair\[1\], at byte \d+$/],
    [['pairs', ['pair', ['id', ['b']]]], /<b>, expected the end of id, in \/pairs\/pair\[1\]\/id, at byte/],
  ] as const) {
    assert.throws(() => read(SCHEMA, writeDocument(tree as Tree)), { message });
  }
});

test('attributes that nobody expects are refused, declarations of namespaces are not', () => {
  const writer = new InfosetWriter();
  writer.startElement(qualifiedName('count'));
  writer.declare('other', 'u:other');
  writer.text('5');
  writer.endElement();
  const schema = inferSchema('count', 5);
  assert.equal(read(schema, writer.finish()), 5);
  const more = new InfosetWriter();
  more.startElement(qualifiedName('count'));
  more.attribute(qualifiedName('__proto__'), '1');
  more.text('5');
  more.endElement();
  assert.throws(() => read(schema, more.finish()), /attributes that nobody expects, in \/count, at byte/);
});

test('null stands as xsi:nil, as in XML', () => {
  const bytes = written(SCHEMA, PAIRS);
  const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
  assert.ok(eventsOfInfoset(bytes).includes(`<:{}note xsi:{${XSI}}nil=true>`));
  assert.deepEqual(read(SCHEMA, bytes), PAIRS);
});
