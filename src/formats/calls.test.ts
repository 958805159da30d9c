// Requests and answers of calls are single records: every format carries them and brings them back, or is one
// of those that carry tables alone, or no fields that may be absent. The formats come from the catalogue, so
// a new one is held to this at once.

import assert from 'node:assert/strict';
import test from 'node:test';
import { bodyFor } from '../../test/support/documents/body-in-node.ts';
import { firstDifference } from '../data/equal.ts';
import { TRANSIT_CALLS } from '../data/transit/transit-calls.ts';
import { FORMATS } from './catalogue.ts';
import { writeFbs } from './flatbuffers/fbs.ts';
import { writeProto } from './protobuf/proto-text.ts';
import { whyRefused } from './shared/refusal.ts';
import { writeThriftIdl } from './thrift/idl.ts';

const MESSAGES = TRANSIT_CALLS.flatMap(({ dataset, request, requestSchema, answer, answerSchema }) => [
  { name: `request of ${dataset}`, schema: requestSchema, value: request(1) },
  { name: `answer of ${dataset}`, schema: answerSchema, value: answer(request(1)) },
  {
    name: `second answer of ${dataset}`,
    schema: answerSchema,
    value: answer({ ...request(1), id: 'Öjenbürg' }),
  },
]);

/** They carry lists of records. */
const TABLES = ['json-columns', 'csv', 'arrow'];

/** What is absent would need classes whose fields may be null, which the schema does not tell. */
const WHOLE_OBJECTS = ['soap-serialized', 'java-serialization'];

const REFUSING = [...TABLES, ...WHOLE_OBJECTS];

for (const format of FORMATS) {
  test(`${format.name} brings back the messages of the transit service, unless they are nothing that it can carry`, () => {
    for (const encoder of format.encoders) {
      for (const { name, schema, value } of MESSAGES) {
        const refused = whyRefused(encoder, schema, [value]);
        assert.equal(refused === null, !REFUSING.includes(format.name), `${name}: ${refused}`);
        if (refused !== null) continue;
        const bytes = encoder.bind(schema)(value);
        for (const codec of format.codecs.filter(({ needs }) => !needs.includes('dom'))) {
          const difference = firstDifference(codec.bind(schema)(bodyFor(codec, bytes)), value, format);
          assert.equal(difference, null, `${name}, ${codec.name}`);
        }
      }
    }
  });
}

test('a record that stands in several places is one type of each name', () => {
  for (const { name, schema } of MESSAGES) {
    for (const [definition, text] of [
      [/^message (\w+)/gm, writeProto(schema)],
      [/^struct (\w+)/gm, writeThriftIdl(schema)],
      [/^table (\w+)/gm, writeFbs(schema)],
    ] as const) {
      const names = [...text.matchAll(definition)].map(([, defined]) => defined);
      assert.ok(names.length > 0);
      assert.deepEqual(names, [...new Set(names)], name);
    }
  }
});
