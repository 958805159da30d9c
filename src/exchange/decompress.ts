// Decompression of a body alone. In an exchange it hides inside the transfer, where nobody can stamp it; here the same
// bytes go through the platform's own decompressor, and an empty body's way through the same pipe is taken off.

import type { Now } from './request-exchange.ts';

const ROUNDS = 5;
const WARM_UP_ROUNDS = 2;

/** Milliseconds, estimated: the median over rounds of (the body's time − an empty body's time), not below zero. */
export async function timeDecompression(
  bytes: Uint8Array,
  format: CompressionFormat,
  now: Now,
): Promise<number> {
  const empty = await through(new Uint8Array(0), new CompressionStream(format));
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await timeOne(bytes, format, now);
    await timeOne(empty, format, now);
  }
  const differences: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const fullMs = await timeOne(bytes, format, now);
    const emptyMs = await timeOne(empty, format, now);
    differences.push(fullMs - emptyMs);
  }
  differences.sort((a, b) => a - b);
  return Math.max(0, differences[Math.floor(ROUNDS / 2)]!);
}

async function timeOne(bytes: Uint8Array, format: CompressionFormat, now: Now): Promise<number> {
  const startMs = now();
  await through(bytes, new DecompressionStream(format));
  return now() - startMs;
}

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const out = source.pipeThrough(stream as TransformStream<Uint8Array, Uint8Array>);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
