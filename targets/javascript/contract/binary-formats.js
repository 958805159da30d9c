// Protobuf and MessagePack by the libraries that Node's users take for them.

import { encode as writeMsgpack } from '@msgpack/msgpack';
import protobuf from 'protobufjs';
import { Refused } from './refused.js';

export const CONTENT_TYPES = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
  msgpack: 'application/vnd.msgpack',
};

const PROTO_TYPES = { string: 'string', integer: 'int32', double: 'double', boolean: 'bool' };

/** Made once for each dataset: the schema alone decides it. */
const messages = new Map();

export const BINARY_ENCODERS = {
  protobuf: {
    protobufjs: (stored) => {
      const message = messages.get(stored) ?? listMessage(stored);
      messages.set(stored, message);
      return (items) => message.encode({ items }).finish();
    },
  },
  msgpack: { '@msgpack/msgpack': () => (value) => writeMsgpack(value) },
};

/** `message Books { repeated Book items = 1; }`, whose fields are numbered from 1. */
function listMessage({ isOwn, name, type }) {
  if (isOwn) {
    const parameter = 'format';
    throw new Refused(501, `${name}: this server has no .proto file of your own data`, { parameter });
  }
  const record = new protobuf.Type('Record');
  for (const [i, field] of type.items.fields.entries()) {
    record.add(new protobuf.Field(field.name, i + 1, PROTO_TYPES[field.type.kind]));
  }
  return new protobuf.Type('List').add(new protobuf.Field('items', 1, 'Record', 'repeated')).add(record);
}
