// Compresses an answer that is sent piece by piece as it is made. Hono's `compress` leaves lines of JSON
// alone, and what it compresses waits until much has come together; here each piece is there when it was
// written.

import { Duplex } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import type { MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';

export function compressedPieces(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { body } = context.res;
    context.header('Vary', 'Accept-Encoding');
    const coding = accepts(context, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' });
    if (body === null || coding !== 'gzip') return;
    const { readable, writable } = Duplex.toWeb(createGzip({ flush: constants.Z_SYNC_FLUSH }));
    const pieces = body.pipeThrough({ readable, writable } as ReadableWritablePair<Uint8Array, Uint8Array>);
    context.res = new Response(pieces, context.res);
    context.header('Content-Encoding', 'gzip');
    context.header('Content-Length', undefined);
  };
}
