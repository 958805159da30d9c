// The traps that servers of people's own fall into, each in a server that has it, and told by `measure` in a
// real browser with what mends it; and a server without any, of which nothing is told.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../src/drive/processes/free-port.ts';
import { labBench } from '../support/real/lab-process.ts';
import { ownNginx } from '../support/real/own-nginx.ts';

const bench = labBench();
const TRAPS = ['late-body', 'held-back', 'unusual-level', 'no-length'];
/** More than a packet, and less than what nginx keeps of an answer before it passes any of it on. */
const FEW = JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ id, name: `order ${id}` })));
const MANY = JSON.stringify(Array.from({ length: 900 }, (_, id) => ({ id, name: `order ${id * 7919}` })));

const own = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/streamed') void streamed(response);
  else if (request.url === '/collected') void collected(response);
  else if (request.url === '/chunked') {
    response.write(MANY.slice(0, 9_000));
    response.end(MANY.slice(9_000));
  } else response.setHeader('content-length', Buffer.byteLength(FEW)).end(FEW);
});

const PIECES = 6;
const BETWEEN_MS = 30;

async function streamed(response: ServerResponse): Promise<void> {
  const size = Math.ceil(FEW.length / PIECES);
  for (let from = 0; from < FEW.length; from += size) {
    if (from > 0) await delay(BETWEEN_MS);
    response.write(FEW.slice(from, from + size));
  }
  response.end();
}

/** The same through something that passes nothing on before it has all. */
async function collected(response: ServerResponse): Promise<void> {
  await delay((PIECES - 1) * BETWEEN_MS);
  response.write(FEW);
  response.end();
}

/** Small writes with Nagle's algorithm on: the second waits for nobody, the third for an acknowledgement. */
const sockets = new Set<Socket>();
const late = createTcpServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => {});
  const length = `content-length: ${Buffer.byteLength(FEW)}`;
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;
  const pieces = [head, FEW.slice(0, 50), FEW.slice(50)];
  const write = (i: number) => socket.write(pieces[i]!, () => i < 2 && setImmediate(write, i + 1));
  socket.on('data', () => write(0));
});

let nginx: ChildProcess;
const ports = { own: 0, late: 0, nginx: 0 };

before(async () => {
  for (const [name, server] of [['own', own] as const, ['late', late] as const]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports[name] = (server.address() as AddressInfo).port;
  }
  ports.nginx = await freePort('127.0.0.1');
  const {
    path: program,
    args,
    cwd,
  } = ownNginx(
    path.join(bench.dir, 'nginx'),
    `server {
  listen 127.0.0.1:${ports.nginx};
  location / { proxy_pass http://127.0.0.1:${ports.own}; proxy_http_version 1.1; }
  location /fast { rewrite ^ /chunked break; gzip on; gzip_types application/json; proxy_pass http://127.0.0.1:${ports.own}; }
}`,
  );
  nginx = spawn(program, args, { cwd, stdio: 'inherit' });
  while (
    !(await fetch(`http://127.0.0.1:${ports.nginx}/`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await delay(20);
});

after(async () => {
  if (nginx?.exitCode === null) {
    nginx.kill();
    await once(nginx, 'exit');
  }
  for (const socket of sockets) socket.destroy();
  own.closeAllConnections();
  own.close();
  late.close();
  bench.remove();
});

/** What `measure` tells of the traps, by kind, with the words that follow. */
async function told(url: string, ...flags: string[]): Promise<Map<string, string>> {
  const record = `record-${url.replaceAll(/\W+/g, '-')}`;
  const time = flags.includes('--budget') ? [] : ['--budget', '16s'];
  const args = ['--network', 'none', ...time, '--out', record];
  const { code, out, err } = await bench.start('measure', url, ...flags, ...args).ended;
  assert.equal(code, 0, err);
  const words = `${out}${err}`.replaceAll(/\s+/g, ' ');
  const found = TRAPS.map((kind) => [kind, words.split(`${kind}: `)[1]] as const);
  return new Map(found.filter((one): one is [string, string] => one[1] !== undefined));
}

test('small writes that wait for each other: 40 ms of nobody’s work', async () => {
  const found = await told(`http://127.0.0.1:${ports.late}/`);
  assert.deepEqual([...found.keys()], ['late-body']);
  assert.match(found.get('late-body')!, /stand still for about [34]\d\S* ms.*TCP_NODELAY/);
});

test('something that collects what the server streams, beside that server', async () => {
  const { own: port } = ports;
  const streaming = ['--against', `http://127.0.0.1:${port}/streamed`];
  // Two URLs whose answers take 150 ms: a session of 16 s has three of each, which tell nothing.
  const found = await told(`http://127.0.0.1:${port}/collected`, ...streaming, '--budget', '45s');
  assert.match(found.get('held-back') ?? [...found].join('\n'), /the rest as it comes.*proxy_buffering off/);
});

test('the level that nginx takes by itself', async () => {
  const found = await told(`http://127.0.0.1:${ports.nginx}/fast`);
  assert.match(found.get('unusual-level') ?? [...found].join('\n'), /gzip at level 1; level 6 would/);
});

test('an answer in chunks without a length', async () => {
  const found = await told(`http://127.0.0.1:${ports.own}/chunked`);
  assert.deepEqual([...found.keys()], ['no-length']);
});

test('of a server without any of them nothing is told', async () => {
  assert.deepEqual([...(await told(`http://127.0.0.1:${ports.own}/whole`))], []);
});
