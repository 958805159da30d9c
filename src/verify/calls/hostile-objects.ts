// Java objects that are no request, in Java's serialization, made by hand: their classes are in every Java,
// and a target that makes them before it looks at their class runs what it must not.

import type { BadBody } from './bad-requests.ts';

const HEAD = 'aced0005';
const OBJECT = '73';
const CLASS = '72';
const END = '78';
const NULL = '70';
const BLOCK = '77';

export function hostileObjects(): BadBody[] {
  return [
    { what: 'a java.lang.Integer', body: bytes(HEAD, OBJECT, INTEGER, '00000007') },
    {
      what: 'a java.util.HashMap',
      body: bytes(HEAD, OBJECT, HASH_MAP, '3f40000000000000', BLOCK, '080000001000000000', END),
    },
    { what: 'a java.net.URL in a HashMap, which is looked up', body: urlInMap() },
    {
      what: 'a list of two thousand million',
      body: bytes(HEAD, OBJECT, ARRAY_LIST, '7fffffff', BLOCK, '047fffffff'),
    },
    { what: 'null', body: bytes(HEAD, NULL) },
    { what: 'no object', body: bytes(HEAD) },
  ];
}

const NUMBER = classDescription('java.lang.Number', '86ac951d0b94e08b', '02', [], NULL);
const INTEGER = classDescription('java.lang.Integer', '12e2a0a4f7818738', '02', [['I', 'value']], NUMBER);
const ARRAY_LIST = classDescription('java.util.ArrayList', '7881d21d99c7619d', '03', [['I', 'size']], NULL);
const HASH_MAP = classDescription(
  'java.util.HashMap',
  '0507dac1c31660d1',
  '03',
  [
    ['F', 'loadFactor'],
    ['I', 'threshold'],
  ],
  NULL,
);

/** Its hash code is asked of the name's address: reading the map alone would look the name up. */
function urlInMap(): Uint8Array {
  // The second field of a String names its class by reference; all are handles in the order of their coming.
  const texts = ['authority', 'file', 'host', 'protocol', 'ref'];
  const fields = texts.map(
    (name, i) => `${hex('L')}${utf(name)}${i === 0 ? `74${utf('Ljava/lang/String;')}` : '71007e0003'}`,
  );
  const described = `${CLASS}${utf('java.net.URL')}962537361afce47203${count(2 + texts.length)}`;
  const numbers = `${hex('I')}${utf('hashCode')}${hex('I')}${utf('port')}`;
  const url = `${OBJECT}${described}${numbers}${fields.join('')}${END}${NULL}`;
  const values = `ffffffffffffffff${['wirefare.invalid', '', 'wirefare.invalid', 'http'].map((text) => `74${utf(text)}`).join('')}${NULL}${END}`;
  const map = `${OBJECT}${HASH_MAP}3f4000000000000c${BLOCK}080000001000000001`;
  return bytes(HEAD, map, url, values, NULL, END);
}

function classDescription(
  name: string,
  serialVersionUid: string,
  flags: string,
  fields: readonly (readonly [string, string])[],
  above: string,
): string {
  const described = fields.map(([type, field]) => hex(type) + utf(field)).join('');
  return `${CLASS}${utf(name)}${serialVersionUid}${flags}${count(fields.length)}${described}${END}${above}`;
}

function utf(text: string): string {
  return count(text.length) + hex(text);
}

function count(value: number): string {
  return value.toString(16).padStart(4, '0');
}

function hex(text: string): string {
  return Buffer.from(text, 'latin1').toString('hex');
}

function bytes(...parts: readonly string[]): Uint8Array {
  return Buffer.from(parts.join(''), 'hex');
}
