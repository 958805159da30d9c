// Thrift's compact protocol by Apache's library. Its compiler is not needed: the code that it would generate
// is made from the schema at run time (thrift/code.ts).

import { Buffer } from 'buffer';
import TBufferedTransport from 'thrift/lib/nodejs/lib/thrift/buffered_transport.js';
import TCompactProtocol from 'thrift/lib/nodejs/lib/thrift/compact_protocol.js';
import TFramedTransport from 'thrift/lib/nodejs/lib/thrift/framed_transport.js';
import type { DataRecord, DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { makeGuard } from '../shared/guard.ts';
import { thriftCode } from './code.ts';
import { thriftPlan } from './plan.ts';

const encoder: Encoder = {
  name: 'thrift',
  refuse: (schema) =>
    makeGuard('Thrift', schema, { nonFinite: true, negativeZero: true, loneSurrogates: false }),
  bind(schema) {
    const { root, isRootWrapped } = thriftPlan(schema);
    const code = thriftCode(root);
    return (value) => {
      let bytes: Uint8Array | null = null;
      const transport = new TBufferedTransport(undefined, (message) => {
        bytes = message;
      });
      const output = new TCompactProtocol(transport);
      code.write(output, isRootWrapped ? { value } : value);
      output.flush();
      return bytes!;
    };
  },
};

const decoder: CodecTaking<'bytes'> = {
  name: 'thrift',
  takes: 'bytes',
  needs: [],
  // The transport's module loads the compact protocol too, and other protocols with it.
  library: {
    packageName: 'thrift',
    from: 'thrift/lib/nodejs/lib/thrift/framed_transport.js',
    names: ['default'],
  },
  bind(schema) {
    const { root, isRootWrapped } = thriftPlan(schema);
    const code = thriftCode(root);
    return (bytes) => {
      const transport = new TFramedTransport(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      const value = code.read(new TCompactProtocol(transport));
      if (transport.readPos !== bytes.byteLength) throw new Error('Thrift: there is more after the data');
      return isRootWrapped ? (value as DataRecord).value! : (value as DataValue);
    };
  },
};

export const THRIFT: Format = {
  name: 'thrift',
  title: 'Thrift',
  contentType: 'application/vnd.apache.thrift.compact',
  needsSchema: true,
  keyOrder: 'schema',
  encoders: [encoder],
  codecs: [decoder],
  mapped: (schema) => thriftPlan(schema).mapped,
};
