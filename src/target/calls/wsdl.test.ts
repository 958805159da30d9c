import assert from 'node:assert/strict';
import test from 'node:test';
import { OPERATIONS } from '../../data/calls.ts';
import { writeWsdl } from './wsdl.ts';

test('the service describes every operation and that of serialized objects, since JAX-WS makes no port of fewer', () => {
  const text = writeWsdl('http://127.0.0.1:40123/soap');
  const bound = [...text.matchAll(/<wsdl:operation name="(\w+)"><soap:operation/g)].map(([, name]) => name);
  assert.deepEqual(bound, [...OPERATIONS, 'serialized']);
  for (const [, element] of text.matchAll(/element="w:(\w+)"/g)) {
    assert.ok(text.includes(`<xs:element name="${element}">`), element);
  }
  assert.ok(text.includes('<soap:address location="http://127.0.0.1:40123/soap"/>'));
});
