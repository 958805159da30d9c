import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { stream } from 'hono/streaming';
import { compressedAnswers } from './compressed-answers.ts';

const GZIP = { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } };
const TEXT = 'json is the fastest. '.repeat(100);

const app = new Hono();
app.use(compressedAnswers());
app.get('/page', (context) => context.html(TEXT));
app.get('/facts', (context) => context.json({ text: TEXT }));
app.get('/little', (context) => context.json({ little: true }));
app.get('/made', (context) => context.body(TEXT, 200, { 'Content-Type': 'image/png' }));
app.get('/lines', (context) => {
  context.header('Content-Type', 'application/x-ndjson');
  return stream(context, async (out) => void (await out.write(TEXT)));
});
app.get('/before', (context) => context.text(TEXT, 200, { 'Content-Encoding': 'br' }));

test('pages, programs and facts are compressed for whoever takes gzip', async () => {
  for (const [path, expected] of [
    ['/page', TEXT],
    ['/facts', JSON.stringify({ text: TEXT })],
  ] as const) {
    const compressed = await app.request(path, GZIP);
    assert.equal(compressed.headers.get('Content-Encoding'), 'gzip');
    assert.equal(compressed.headers.get('Vary'), 'Accept-Encoding');
    const body = Buffer.from(await compressed.arrayBuffer());
    assert.equal(gunzipSync(body).toString(), expected);
    assert.ok(body.length < expected.length / 2, `${body.length} bytes`);
    const plain = await app.request(path);
    assert.equal(plain.headers.get('Content-Encoding'), null);
    assert.equal(plain.headers.get('Vary'), 'Accept-Encoding');
    assert.equal(await plain.text(), expected);
  }
});

test('what gains nothing, comes piece by piece or is compressed already stays as it is', async () => {
  for (const [path, coding] of [
    ['/little', null],
    ['/made', null],
    ['/lines', null],
    ['/before', 'br'],
  ] as const)
    assert.equal((await app.request(path, GZIP)).headers.get('Content-Encoding'), coding, path);
  assert.equal(await (await app.request('/little', GZIP)).text(), '{"little":true}');
});
