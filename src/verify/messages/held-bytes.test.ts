import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { bytesInQueues, kernelBytes } from './held-bytes.ts';

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000005 00:00000000 00000000     0        0 1 1
   1: 0100007F:C350 0100007F:1F90 01 00400000:00000100 01:00000014 00000000     0        0 2 2
   2: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000100007F:C350 01 00000010:00200000 01:0 0
   3: 0100007F:C351 0100007F:1F90 01 00000001:00000001 00:00000000 00000000     0        0 4 4
`;

test('both queues of both ends of one connection are added up', () => {
  assert.equal(bytesInQueues(TABLE, 0xc350, 0x1f90), 0x400000 + 0x100 + 0x10 + 0x200000);
});

test('a connection whose other end is not in the table is not known', () => {
  assert.equal(bytesInQueues(TABLE, 0xc351, 0x1f90), null);
  assert.equal(bytesInQueues('', 0xc350, 0x1f90), null);
});

test('what a server does not read lies in the kernel', { skip: !existsSync('/proc/net/tcp') }, async () => {
  const server = createServer({ pauseOnConnect: true });
  const accepted = new Promise<Socket>((resolve) => server.on('connection', resolve));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const client = connect(port, '127.0.0.1');
  try {
    const there = await accepted;
    await new Promise((resolve) => client.write(Buffer.alloc(20_000), resolve));
    // What is not acknowledged yet stands in the queues of both ends.
    const bytes = kernelBytes(client)!;
    assert.ok(bytes >= 20_000 && bytes <= 40_000, `${bytes} bytes`);
    there.destroy();
  } finally {
    client.destroy();
    server.close();
  }
});
