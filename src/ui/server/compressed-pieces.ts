// Compresses an answer that is sent piece by piece as it is made: each piece is there when it was written.

import { once } from 'node:events';
import { constants, createGzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { takesGzip } from './compressed-answers.ts';

export function compressedPieces(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { body } = context.res;
    context.header('Vary', 'Accept-Encoding');
    if (body === null || !takesGzip(context)) return;
    context.res = new Response(body.pipeThrough(gzipped()), context.res);
    context.header('Content-Encoding', 'gzip');
    context.header('Content-Length', undefined);
  };
}

/**
 * What comes of a piece is handed on by whoever wrote it, and not by the compressor's own event: where the
 * page is gone by then, that would throw where nobody catches it, and end the lab.
 */
function gzipped(): TransformStream<Uint8Array, Uint8Array> {
  const gzip = createGzip({ flush: constants.Z_SYNC_FLUSH });
  const made: Buffer[] = [];
  gzip.on('data', (piece: Buffer) => made.push(piece));
  // Told to whoever writes.
  gzip.on('error', () => {});
  const written = (piece: Uint8Array) =>
    new Promise<void>((resolve, reject) =>
      gzip.write(piece, (error) => (error == null ? resolve() : reject(error))),
    );
  const handOn = (controller: TransformStreamDefaultController<Uint8Array>) => {
    for (const piece of made.splice(0)) controller.enqueue(piece);
  };
  return new TransformStream({
    transform: async (piece, controller) => {
      await written(piece);
      handOn(controller);
    },
    flush: async (controller) => {
      gzip.end();
      await once(gzip, 'end');
      handOn(controller);
    },
  });
}
