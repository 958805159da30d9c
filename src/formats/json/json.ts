// JSON as every program writes it: UTF-8, no white space, no byte order mark.

import type { DataValue } from '../../data/schema.ts';
import type { CodecTaking, Encoder, Format } from '../format.ts';
import { makeGuard } from '../shared/guard.ts';

const stringify: Encoder = {
  name: 'JSON.stringify',
  // NaN would become null, and −0 would become 0. A lone surrogate is written as an escape and comes back.
  refuse: (schema) =>
    makeGuard('JSON', schema, { nonFinite: false, negativeZero: false, loneSurrogates: true }),
  bind() {
    const utf8 = new TextEncoder();
    return (value) => utf8.encode(JSON.stringify(value));
  },
};

/** The browser reads, decodes UTF-8 and parses in one step; what remains here is to name the type. */
const responseJson: CodecTaking<'json'> = {
  name: 'response.json',
  takes: 'json',
  // Without that stamp nobody could say where the transfer ends and the decoding begins.
  needs: ['response-end'],
  library: null,
  bind: () => (body) => body as DataValue,
};

const jsonParse: CodecTaking<'text'> = {
  name: 'JSON.parse',
  takes: 'text',
  needs: [],
  library: null,
  bind: () => (text) => JSON.parse(text) as DataValue,
};

export const JSON_FORMAT: Format = {
  name: 'json',
  title: 'JSON',
  contentType: 'application/json',
  needsSchema: false,
  keyOrder: 'kept',
  encoders: [stringify],
  codecs: [responseJson, jsonParse],
};
