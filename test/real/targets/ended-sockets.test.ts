// WebSockets that the server ends while their clients still send, in servlet containers: no other request may
// pay for it.

import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dataDirectory } from '../../../src/cli/surroundings/run-context.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';
import { READY_WITHIN_MS, targetDriver } from '../../../src/drive/targets/target.ts';
import { randomContent, randomSpec, referenceMessages } from '../../../src/verify/messages/message-check.ts';
import { type PlainClient, plainClient } from '../../../src/verify/messages/plain-client.ts';
import { makeSequence } from '../../../src/verify/messages/plain-sequence.ts';
import { openSocket } from '../../../src/verify/messages/plain-socket.ts';
import { ROOT } from '../../support/real/browser-bench.ts';
import { QUICK_COMPILER, withoutMaven } from '../../support/real/java-target.ts';

/**
 * GlassFish as it comes uses the objects of requests again: it fails within the first few hundred sockets.
 */
const CLIENTS = 8;
const SOCKETS_OF_EACH = 100;

const SPEC = randomSpec(
  'client-to-server',
  'throughput',
  100_000,
  randomContent(1, { policy: 'fixed', bytes: 100 }),
);
const [MESSAGE] = referenceMessages(SPEC);

for (const name of ['tomcat', 'glassfish']) {
  test(`${name} answers every request as it must while WebSockets are ended under what their clients send`, {
    skip: withoutMaven,
  }, async () => {
    const target = await driverOf(name).start({ largestN: 100, tls: null });
    const place = { protocol: 'http1', origin: target.url, secret: null, certificate: null } as const;
    const clients = Array.from({ length: CLIENTS }, () => plainClient(place, 20_000));
    try {
      await Promise.all(clients.map(endInTheMiddle));
    } finally {
      for (const client of clients) client.close();
      await target.close();
    }
  });
}

/** Whatever is not answered with 200 rejects. */
async function endInTheMiddle(client: PlainClient): Promise<void> {
  for (let i = 0; i < SOCKETS_OF_EACH; i++) {
    const sequence = await makeSequence(client, SPEC);
    const { socket } = await openSocket(client, `/socket?sequence=${sequence.id}`);
    await sequence.begin();
    const sendMore = () => {
      if (socket.readyState !== socket.OPEN) return;
      for (let more = 0; more < 3; more++) socket.send(MESSAGE!);
      setImmediate(sendMore);
    };
    sendMore();
    await sequence.end();
    socket.terminate();
    const { status, body } = await client.ask('GET', '/bytes?n=100');
    assert.deepEqual({ status, bytes: body.length }, { status: 200, bytes: 100 });
  }
}

function driverOf(name: string) {
  const host = { env: process.env, tempDir: tmpdir() };
  return targetDriver({
    folder: path.join(ROOT, 'targets/jvm', name),
    nodePath: process.execPath,
    dataDir: dataDirectory(host),
    host: '127.0.0.1',
    port: 0,
    env: { ...host.env, ...QUICK_COMPILER },
    readyWithinMs: READY_WITHIN_MS,
    guardian: createGuardian(host.tempDir),
    tell: () => {},
    interrupted: new AbortController().signal,
  });
}
