// The page of bench/fast-infoset.ts: the decoders in turn, on bodies that were encoded here.

import { datasetNamed, generateRecords } from '../../src/data/catalogue.ts';
import { codecNamed, encoderNamed } from '../../src/formats/catalogue.ts';
import type { BodyKind } from '../../src/formats/format.ts';

const ROUNDS = 25;

export interface DecoderTime {
  readonly name: string;
  readonly bytes: number;
  /** Smallest of all rounds, the decoding of UTF-8 included. */
  readonly decodeMs: number;
}

const DECODERS: readonly (readonly [format: string, codec: string])[] = [
  ['fast-infoset', 'wirefare-fast-infoset'],
  ['xml', 'saxes'],
  ['xml', 'domparser'],
  ['json', 'JSON.parse'],
];

function timeDecoders(dataset: string, count: number): readonly DecoderTime[] {
  const { schema } = datasetNamed(dataset);
  const value = JSON.parse(JSON.stringify(generateRecords(datasetNamed(dataset), count)));
  const decoders = DECODERS.map(([format, name]) => {
    const codec = codecNamed(format, name);
    const bytes = encoderNamed(format, encoderNames[format]!).bind(schema)(value);
    const decode = codec.bind(schema) as (body: unknown) => unknown;
    const utf8 = new TextDecoder();
    const bodies: Record<BodyKind, () => unknown> = {
      bytes: () => bytes,
      text: () => utf8.decode(bytes),
      json: () => null,
    };
    return { name: `${format}/${name}`, bytes: bytes.length, run: () => decode(bodies[codec.takes]()) };
  });
  const least = decoders.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, { run }] of decoders.entries()) {
      const startMs = performance.now();
      run();
      least[i] = Math.min(least[i]!, performance.now() - startMs);
    }
  }
  return decoders.map(({ name, bytes }, i) => ({ name, bytes, decodeMs: least[i]! }));
}

const encoderNames: Readonly<Record<string, string>> = {
  'fast-infoset': 'wirefare-fast-infoset',
  xml: 'wirefare-xml',
  json: 'JSON.stringify',
};

(globalThis as unknown as { timeDecoders: typeof timeDecoders }).timeDecoders = timeDecoders;
