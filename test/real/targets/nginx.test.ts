import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { measureSettings } from '../../../src/cli/measure/flags.ts';
import { readServer } from '../../../src/cli/urls/reading.ts';
import { findServer, nameServers } from '../../../src/cli/urls/server.ts';
import { requireNeeds } from '../../../src/drive/machine/needs.ts';
import { NGINX_NEED } from '../../../src/drive/nginx/behind-nginx.ts';
import { freePort } from '../../../src/drive/processes/free-port.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';
import { startProcess } from '../../../src/drive/processes/process-group.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { Summary } from '../../../src/summary/summary.ts';
import { fakeHost } from '../../support/host/fake-host.ts';
import { labBench } from '../../support/real/lab-process.ts';
import { ownNginx } from '../../support/real/own-nginx.ts';
import { isListening } from '../../support/snippets/started-servers.ts';

// nginx in front of the embedded target: it keeps the contract with what it declares, is measured, and ends
// with the lab.

const STARTS_WITHIN_MS = 20_000;

const bench = labBench();
after(() => bench.remove());

const skip = await requireNeeds({ name: 'nginx', needs: [NGINX_NEED] }, process.env).then(
  () => false as const,
  (missing: Error) => missing.message,
);

test('a target behind nginx meets the target contract, with what nginx declares', { skip }, async () => {
  const { code, out, err } = await bench.start('verify', 'nginx+node', '--fast').ended;
  assert.equal(code, 0, out + err);
  assert.match(out, /^skip {2}tls-records +the target declares the exception head-with-body$/m);
  for (const name of [
    'content-encoding',
    'opaque',
    'connections',
    'tls-handshake',
    'call-limits',
    'fresh-work',
  ])
    assert.match(out, new RegExp(`^pass  ${name} `, 'm'));
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});

test('what nginx compresses is the body that the target sends, and a cold exchange over HTTP/2 is left out', {
  skip,
}, async () => {
  writeStudy('front', 'n: 300, compression: [none, gzip-6], protocol: [http1, h2], connection: [warm, cold]');
  const { code, err } = await bench.start('run', 'front.yaml', '--out', 'front').ended;
  assert.equal(code, 0, err);
  const text = readFileSync(path.join(bench.dir, 'front', 'summary.json'), 'utf8');
  const { cells } = JSON.parse(text) as Recorded<Summary>;
  for (const { id, factors, status, reason, bytes, streamed } of cells) {
    const { connection, protocol, compression } = factors;
    const isCold = connection === 'cold';
    assert.equal(status, isCold && protocol === 'h2' ? 'failed' : 'measured', id);
    if (status === 'failed')
      assert.match(reason ?? '', /^target nginx\+node does not end a connection of HTTP\/2/);
    if (status !== 'measured') continue;
    assert.equal(streamed, compression === 'none' ? undefined : true, id);
    assert.ok(
      compression === 'none' ? bytes!.encoded === bytes!.decoded : bytes!.encoded < bytes!.decoded,
      id,
    );
  }
});

test('nginx and its workers end with a lab that is killed outright', { skip }, async () => {
  writeStudy('killed', 'n: 10');
  const lab = bench.start('run', 'killed.yaml');
  const master = await firstMaster();
  const pid = master.split(' ')[0]!;
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  assert.ok(workers.length >= 1 && workers.every((each) => nameOf(each) === 'nginx'));
  lab.kill('SIGKILL');
  await lab.ended;
  assert.deepEqual(await bench.survivorsAfter(5_000), []);
  assert.deepEqual(
    workers.map(nameOf),
    workers.map(() => null),
  );
});

async function firstMaster(): Promise<string> {
  for (let waitedMs = 0; waitedMs < STARTS_WITHIN_MS; waitedMs += 20) {
    const master = bench.survivors().find((line) => line.includes('nginx: master'));
    if (master !== undefined) return master;
    await delay(20);
  }
  throw new Error(`no nginx is there: ${bench.survivors().join('\n')}`);
}

function writeStudy(name: string, factors: string): void {
  const study = `study: ${name}
title: T
question: Q
factors: {${factors}, dataset: book, format: json, target: nginx+node, browser: node}
protocol: {sessions: 1, warmup: 0, budget: 7s}
`;
  writeFileSync(path.join(bench.dir, `${name}.yaml`), study);
}

/** null where there is no such process. */
function nameOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return null;
  }
}

/** A server that sends while it goes on, as lists from a database come. */
const SLOW_BODY = JSON.stringify(
  // More than a packet and less than a block of nginx, also when compressed.
  Array.from({ length: 60 }, (_, id) => ({ id, note: createHash('sha256').update(`${id}`).digest('hex') })),
);
const PIECES = 6;
const PIECE_MS = 20;

test('nginx that collects a streamed answer to compress it is told of, and nginx that passes it on is not', {
  skip,
}, async () => {
  const streaming = createServer(({ url }, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (url === '/collected/slow') {
      setTimeout(
        () => response.setHeader('Content-Length', SLOW_BODY.length).end(SLOW_BODY),
        PIECES * PIECE_MS,
      );
      return;
    }
    if (url === '/collected/timed') response.setHeader('Server-Timing', 'app;dur=1.5');
    let sent = 0;
    const each = Math.ceil(SLOW_BODY.length / PIECES);
    const timer = setInterval(() => {
      response.write(SLOW_BODY.slice(sent, sent + each));
      sent += each;
      if (sent < SLOW_BODY.length) return;
      clearInterval(timer);
      response.end();
    }, PIECE_MS);
  });
  await new Promise<void>((resolve) => streaming.listen(0, '127.0.0.1', resolve));
  const { port: behind } = streaming.address() as AddressInfo;
  const port = await freePort('127.0.0.1');
  // Its buffers alone pass on what there is; its compression keeps what comes until it has a block.
  const location = (where: string, gzip: string) =>
    `location ${where} { proxy_pass http://127.0.0.1:${behind}; proxy_http_version 1.1; gzip ${gzip}; gzip_types application/json; }`;
  const server = `server { listen 127.0.0.1:${port}; ${location('/collected', 'on')} ${location('/passed', 'off')} }`;
  const command = ownNginx(path.join(bench.dir, 'collecting'), server);
  const guardian = createGuardian(bench.dir);
  const nginx = await startProcess({ name: 'nginx', env: process.env, ...command }, guardian);
  try {
    for (let waitedMs = 0; waitedMs < STARTS_WITHIN_MS && !(await isListening(port)); waitedMs += 20)
      await delay(20);
    const host = fakeHost(bench.dir, { nowMs: () => performance.now(), date: () => new Date() });
    const told = async (where: string) => {
      const { urls } = measureSettings(`http://127.0.0.1:${port}${where}`, {}, host);
      const [named] = await nameServers(urls);
      const { warnings, notes } = await readServer(await findServer(named!), host);
      const held = warnings.filter(({ kind }) => kind === 'held-back').map(({ what }) => what);
      return [...held, ...notes.filter((note) => note.includes('collects'))];
    };
    const [what = '', ...more] = await told('/collected/timed');
    assert.match(what, /it worked for 1\.5 ms; the proxy before it \(Server: nginx.*\) may be collecting/);
    assert.deepEqual(more, []);
    const [note = ''] = await told('/collected/untimed');
    assert.match(note, /\(Server: nginx.*\)\. A server that takes so long .* look the same from here/);
    assert.deepEqual(await told('/collected/slow'), [], 'nginx took the length of a finished answer away');
    assert.deepEqual(await told('/passed'), []);
  } finally {
    await nginx.close();
    streaming.close();
  }
});
