import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { requireNeeds } from '../../src/drive/machine/needs.ts';
import { NGINX_NEED } from '../../src/drive/nginx/behind-nginx.ts';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import type { Summary } from '../../src/summary/summary.ts';
import { labBench } from '../support/real/lab-process.ts';

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
protocol: {sessions: 1, warmup: 0, budget: 9s}
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
