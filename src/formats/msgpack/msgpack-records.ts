// MessagePack with msgpackr's extension for records: the first object of a shape names its keys, those after
// it refer to it by a number. No structures are shared between bodies: each body has all its definitions and
// decodes alone.

import { Packr } from 'msgpackr/pack';
import { Unpackr } from 'msgpackr/unpack';
import { Unpackr as UnpackrWithoutEval } from 'msgpackr/unpack-no-eval';
import type { DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { binaryGuard } from '../shared/binary-guard.ts';

const TITLE = 'MessagePack with records';

const encoder: Encoder = {
  name: 'msgpackr',
  // Its tree of shapes, whose branches are keys, has this property too.
  refuse: (schema) => binaryGuard(TITLE, schema, ['__keys__']),
  bind() {
    // Neither structures nor saveStructures nor sequential: with any of them a body could lean on an earlier
    // one.
    const packr = new Packr({ useRecords: true, variableMapSize: true, useToJSON: false });
    return (value) => packr.pack(value);
  },
};

/** Compiles a reader for each shape of a body at its fourth object; slower where a page forbids that. */
const decoder: CodecTaking<'bytes'> = {
  name: 'msgpackr',
  takes: 'bytes',
  needs: ['eval'],
  library: { packageName: 'msgpackr', from: 'msgpackr/unpack', names: ['Unpackr'] },
  bind() {
    const unpackr = new Unpackr({ mapsAsObjects: true });
    return (bytes) => unpackr.unpack(bytes) as DataValue;
  },
};

const decoderWithoutEval: CodecTaking<'bytes'> = {
  name: 'msgpackr-no-eval',
  takes: 'bytes',
  needs: [],
  library: { packageName: 'msgpackr', from: 'msgpackr/unpack-no-eval', names: ['Unpackr'] },
  bind() {
    const unpackr = new UnpackrWithoutEval({ mapsAsObjects: true });
    return (bytes) => unpackr.unpack(bytes) as DataValue;
  },
};

export const MSGPACK_RECORDS: Format = {
  name: 'msgpack-records',
  title: TITLE,
  contentType: 'application/vnd.msgpack',
  needsSchema: false,
  keyOrder: 'kept',
  encoders: [encoder],
  codecs: [decoder, decoderWithoutEval],
};
