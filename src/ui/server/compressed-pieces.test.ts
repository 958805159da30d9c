import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGunzip, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { compressedAnswers } from './compressed-answers.ts';
import { compressedPieces } from './compressed-pieces.ts';

const GZIP = { headers: { 'Accept-Encoding': 'br, gzip' } };

function served(write: (send: (text: string) => Promise<unknown>) => Promise<void>): Hono {
  const app = new Hono();
  app.use(compressedAnswers());
  app.get('/list', compressedPieces(), (context) => {
    context.header('Content-Type', 'application/x-ndjson');
    return stream(context, (out) => write((text) => out.write(text)));
  });
  return app;
}

test('lines are compressed once for whoever takes gzip, and are as they were for everybody else', async () => {
  const line = `${JSON.stringify({ name: 'a record', text: 'json is the fastest' })}\n`;
  const app = served(async (send) => {
    for (let i = 0; i < 100; i++) await send(line);
  });
  const compressed = await app.request('/list', GZIP);
  assert.equal(compressed.headers.get('Content-Encoding'), 'gzip');
  assert.equal(compressed.headers.get('Content-Type'), 'application/x-ndjson');
  const body = Buffer.from(await compressed.arrayBuffer());
  assert.equal(gunzipSync(body).toString(), line.repeat(100));
  assert.ok(body.length < (100 * line.length) / 2, `${body.length} bytes`);
  for (const init of [{}, { headers: { 'Accept-Encoding': 'gzip;q=0' } }]) {
    const plain = await app.request('/list', init);
    assert.equal(plain.headers.get('Content-Encoding'), null);
    assert.equal(await plain.text(), line.repeat(100));
  }
});

test('what was written is there before the next comes', async () => {
  const read = Promise.withResolvers<void>();
  const app = served(async (send) => {
    await send('first\n');
    await read.promise;
    await send('second\n');
  });
  const gunzip = createGunzip();
  const reader = (await app.request('/list', GZIP)).body!.getReader();
  let text = '';
  gunzip.on('data', (piece: Buffer) => {
    text += piece.toString();
    if (text === 'first\n') read.resolve();
  });
  const ended = new Promise((resolve) => gunzip.on('end', resolve));
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    gunzip.write(value);
  }
  gunzip.end();
  await ended;
  assert.equal(text, 'first\nsecond\n');
});

test('a page that goes away in the midst ends what makes it', async () => {
  const ended = Promise.withResolvers<void>();
  const app = new Hono();
  app.get('/list', compressedPieces(), (context) =>
    stream(context, async (out) => {
      out.onAbort(() => ended.resolve());
      await out.write('first\n');
      await ended.promise;
    }),
  );
  const reader = (await app.request('/list', GZIP)).body!.getReader();
  await reader.read();
  await reader.cancel();
  await ended.promise;
});
