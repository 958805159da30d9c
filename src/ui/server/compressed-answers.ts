// Compresses answers that are whole when they are sent. Hono's `compress` sends them through a
// CompressionStream. That is one of Node's streams behind a web stream: where the page goes away in the midst
// of an answer, a piece that still comes out of it throws in an event, where nobody catches it, and the
// process ends (nodejs/node#64529).

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Context, MiddlewareHandler } from 'hono';
import { accepts } from 'hono/accepts';

/** Smaller ones gain nothing. */
const LEAST_BYTES = 1_024;
/** Events and lines are sent piece by piece. */
const WHOLE_TEXT = /^(?:text\/(?:html|css|javascript|plain)|application\/json)\b/;

const compressed = promisify<Uint8Array, Buffer<ArrayBuffer>>(gzip);

export function takesGzip(context: Context): boolean {
  return accepts(context, { header: 'Accept-Encoding', supports: ['gzip'], default: 'identity' }) === 'gzip';
}

export function compressedAnswers(): MiddlewareHandler {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!WHOLE_TEXT.test(headers.get('Content-Type') ?? '') || headers.has('Content-Encoding')) return;
    context.header('Vary', 'Accept-Encoding');
    if (!takesGzip(context)) return;
    const whole = new Uint8Array(await context.res.arrayBuffer());
    const isSmall = whole.length < LEAST_BYTES;
    context.res = new Response(isSmall ? whole : await compressed(whole), context.res);
    if (isSmall) return;
    context.header('Content-Encoding', 'gzip');
    context.header('Content-Length', undefined);
  };
}
