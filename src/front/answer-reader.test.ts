import assert from 'node:assert/strict';
import { createServer, get, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, test } from 'node:test';
import { seededRandom } from '../base/random.ts';
import { AnswerReader } from './answer-reader.ts';

const closers: (() => unknown)[] = [];
after(() => Promise.all(closers.map((close) => close())));

interface Read {
  readonly status: number;
  readonly version: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** null: it has not ended. */
  readonly isReusable: boolean | null;
}

/** `cut`: the length of each piece in which the bytes come. */
function read(bytes: Buffer, cut: () => number = () => bytes.length, isClosed = true): Read {
  let told: Omit<Read, 'body' | 'isReusable'> | null = null;
  let isReusable: boolean | null = null;
  const pieces: Buffer[] = [];
  let isLast = false;
  const reader = new AnswerReader({
    head: (status, headers, version) => {
      told = { status, version, headers: { ...headers } };
    },
    piece: (piece, last) => {
      assert.ok(!isLast, 'nothing comes after the last piece');
      isLast = last;
      pieces.push(Buffer.from(piece));
    },
    end: (reusable) => {
      isReusable = reusable;
    },
  });
  for (let at = 0; at < bytes.length; ) {
    const length = Math.max(1, cut());
    reader.take(bytes.subarray(at, at + length));
    at += length;
  }
  if (isClosed) reader.closed(true);
  return { ...told!, body: Buffer.concat(pieces).toString(), isReusable };
}

const of = (text: string) => Buffer.from(text.replaceAll('\n', '\r\n'), 'latin1');

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** What a server answers by its last byte, which Node's own client reads too. */
async function answered(port: number, path: string): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  return Buffer.concat(await socket.toArray());
}

function byNode(port: number, path: string): Promise<Pick<Read, 'status' | 'version' | 'body'>> {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, agent: false }, async (answer) => {
      const body = Buffer.concat(await answer.toArray()).toString();
      resolve({ status: answer.statusCode!, version: answer.httpVersion, body });
    }).once('error', reject);
  });
}

test('whatever the pieces, it reads what Node reads', async () => {
  const body = 'ä'.repeat(5_000);
  const port = await serve((request, response) => {
    if (request.url === '/early') response.writeEarlyHints({ link: '</a>; rel=preload' });
    if (request.url === '/none') response.writeHead(204).end();
    else if (request.url === '/length') response.setHeader('content-length', 10_000).end(body);
    else if (request.url === '/empty') response.setHeader('content-length', 0).end();
    else if (request.url === '/trailers') {
      response.setHeader('trailer', 'x');
      response.write(body.slice(0, 100));
      response.addTrailers({ x: 'y' });
      response.end(body.slice(100));
    } else {
      for (let i = 0; i < 5; i++) response.write(body.slice(i * 1_000, (i + 1) * 1_000));
      response.end();
    }
  });
  const random = seededRandom(7);
  for (const path of ['/chunks', '/length', '/empty', '/none', '/early', '/trailers']) {
    const bytes = await answered(port, path);
    const expected = await byNode(port, path);
    for (const longest of [1, 3, 50, 5_000, 1_000_000]) {
      const { status, version, body: found } = read(bytes, () => Math.floor(random() * longest), false);
      assert.deepEqual({ status, version, body: found }, expected, `${path} in pieces up to ${longest}`);
    }
  }
});

test('a connection may be used again where the answer says where it ends and nobody says close', () => {
  const reusable = (text: string) => read(of(text)).isReusable;
  assert.equal(reusable('HTTP/1.1 200 OK\nContent-Length: 2\n\n{}'), true);
  assert.equal(reusable('HTTP/1.1 200 OK\nContent-Length: 2, 2\n\n{}'), true);
  assert.equal(reusable('HTTP/1.1 200\nTransfer-Encoding: gzip, chunked\n\n2;x=y\n{}\n0\n\n'), true);
  assert.equal(reusable('HTTP/1.1 200 OK\nConnection: Close\nContent-Length: 2\n\n{}'), false);
  assert.equal(reusable('HTTP/1.0 200 OK\nContent-Length: 2\n\n{}'), false);
  assert.equal(reusable('HTTP/1.0 200 OK\nConnection: keep-alive\nContent-Length: 2\n\n{}'), true);
  const open = read(of('HTTP/1.0 200 OK\nSet-Cookie: a\nset-cookie: b\n\n{"a":1}'));
  assert.deepEqual([open.body, open.isReusable, open.headers['set-cookie']], ['{"a":1}', false, 'a, b']);
  assert.equal(reusable('HTTP/1.1 200 OK\n\n{}'), false);
  assert.equal(reusable('HTTP/1.1 204 No Content\n\n'), true);
});

test('lines that end with a line feed alone are lines', () => {
  const bare = (text: string, longest = 1_000) => read(Buffer.from(text, 'latin1'), () => longest);
  for (const longest of [1, 3, 1_000]) {
    const answer = bare('HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 2\n\n{}', longest);
    const { status, headers, body, isReusable } = answer;
    assert.deepEqual(
      [status, { ...headers }, body, isReusable],
      [200, { 'content-type': 'application/json', 'content-length': '2' }, '{}', true],
    );
    const mixed = bare('HTTP/1.0 200 OK\r\nX: a\n\r\n\n\nbody', longest);
    assert.deepEqual([mixed.headers.x, mixed.body], ['a', '\n\nbody']);
    assert.equal(bare('HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\n{}\n0\n\n', longest).body, '{}');
  }
});

test('a length beside a coding of the transfer is none, and nobody is told of it', () => {
  const answer = read(of('HTTP/1.1 200 OK\nContent-Length: 9\nTransfer-Encoding: chunked\n\n2\n{}\n0\n\n'));
  assert.equal(answer.body, '{}');
  assert.equal(answer.headers['content-length'], undefined);
});

test('what ends with its connection has not ended where an error ended that', () => {
  let ends = 0;
  const reader = new AnswerReader({ head: () => {}, piece: () => {}, end: () => ends++ });
  reader.take(of('HTTP/1.0 200 OK\n\nhalf'));
  assert.equal(reader.closed(false), false);
  assert.equal(ends, 0);
  assert.equal(reader.closed(true), true);
});

test('what is cut off has not ended, and what is not HTTP is told at once', () => {
  assert.equal(read(of('HTTP/1.1 200 OK\nContent-Length: 5\n\n{}')).isReusable, null);
  assert.equal(read(of('HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\n{}\n0\n')).isReusable, null);
  for (const wrong of [
    'SSH-2.0-OpenSSH_9.2\n',
    'HTTP/1.1 twohundred\n\n',
    'HTTP/2.0 200 OK\n\n',
    'HTTP/1.1 200 OK\nno colon\n\n',
    'HTTP/1.1 200 OK\nContent-Length: 2, 3\n\n{}',
    'HTTP/1.1 200 OK\nContent-Length: -2\n\n{}',
    'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nzz\n',
    'HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\n{}\n0\n\n',
    'HTTP/1.1 200 OK\nContent-Length: 1\n\n{}',
  ])
    assert.throws(() => read(of(wrong)), { name: 'HTTPParserError' }, wrong);
});
