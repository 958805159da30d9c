// Asks a UDP port which versions of QUIC it speaks: whoever gets a first packet of a version that is none
// answers with a list of its own (RFC 9000, 6.1 and 17.2.1).

import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';

export const QUIC_V1 = 1;

/** Reserved to be unknown to everybody (RFC 9000, 15). */
const NO_VERSION = 0x1a2a3a4a;
const ID_BYTES = 8;
/** A shorter first packet is not answered. */
const FIRST_PACKET_BYTES = 1_200;
const AGAIN_MS = 500;

/** null where nothing answers in time. */
export async function quicVersions(host: string, port: number, withinMs: number): Promise<number[] | null> {
  const socket = createSocket('udp4');
  const [theirs, ours] = [randomBytes(ID_BYTES), randomBytes(ID_BYTES)];
  const { promise, resolve } = Promise.withResolvers<number[] | null>();
  const send = () => socket.send(firstPacket(theirs, ours), port, host);
  socket.on('error', () => resolve(null));
  socket.on('message', (packet) => {
    const versions = versionsIn(packet, ours);
    if (versions !== null) resolve(versions);
  });
  const again = setInterval(send, AGAIN_MS);
  const late = setTimeout(() => resolve(null), withinMs);
  try {
    send();
    return await promise;
  } finally {
    clearInterval(again);
    clearTimeout(late);
    socket.close();
  }
}

function firstPacket(destination: Buffer, source: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(0xc0);
  head.writeUInt32BE(NO_VERSION, 1);
  const length = Buffer.from([ID_BYTES]);
  const packet = Buffer.concat([head, length, destination, length, source]);
  return Buffer.concat([packet, Buffer.alloc(FIRST_PACKET_BYTES - packet.length)]);
}

/** null where the packet is no list of versions for us. */
export function versionsIn(packet: Buffer, ours: Buffer): number[] | null {
  if (packet.length < 7 || (packet[0]! & 0x80) === 0 || packet.readUInt32BE(1) !== 0) return null;
  const destinationEnd = 6 + packet[5]!;
  if (!packet.subarray(6, destinationEnd).equals(ours) || packet.length <= destinationEnd) return null;
  const listed = packet.subarray(destinationEnd + 1 + packet[destinationEnd]!);
  return Array.from({ length: Math.floor(listed.length / 4) }, (_, i) => listed.readUInt32BE(4 * i));
}
