// Cells whose truth is known: each item is a constant and a share for each object, sessions differ by a level
// of their own, and medians scatter.

import { seededRandom } from '../../../src/base/random.ts';
import type { MeasuredCell } from '../../../src/model/measured.ts';
import { networkTimes } from '../../../src/model/network-times.ts';
import { profileNamed } from '../../../src/network/profiles.ts';
import { requestCell } from '../cells/made-cells.ts';

export interface MadeWorld {
  readonly ns: readonly number[];
  readonly formats: readonly string[];
  readonly compressions: readonly string[];
  readonly networks: readonly string[];
  readonly sessions: number;
  /** Standard deviations of logarithms: of a session's level, and of each median. */
  readonly levelSd: number;
  readonly noiseSd: number;
  readonly seed: number;
}

/** Bytes an object, ms an object to encode and to decode. */
const FORMATS: Readonly<Record<string, readonly [bytes: number, encode: number, decode: number]>> = {
  json: [440, 0.0016, 0.0015],
  xml: [500, 0.0026, 0.007],
  protobuf: [360, 0.0014, 0.0014],
  msgpack: [410, 0.0016, 0.0027],
};
const COMPRESSED_SHARE = 0.6;

/** Without noise. */
export function trueTimes(format: string, compression: string, n: number, network: string) {
  const [bytes, encode, decode] = FORMATS[format]!;
  const decoded = Math.round(40 + bytes * n);
  const isBare = compression === 'none';
  const encoded = isBare ? decoded : Math.round(decoded * COMPRESSED_SHARE);
  const profile = profileNamed(network)!;
  const times = networkTimes(profile, { connection: 'warm', protocol: 'http1' });
  const networkMs = times?.(encoded) ?? 0;
  const wireMs = networkMs - (times?.(0) ?? 0);
  const bodyMs = decoded * 4e-6 + (isBare ? 0 : decoded * 5e-6);
  const items = {
    encodeMs: 0.02 + encode * n,
    compressMs: isBare ? 0 : 0.1 + decoded * 2.2e-5,
    decodeMs: 0.7 + decode * n,
    serverComputeMs: 0,
    clientComputeMs: 0,
  };
  const ownMs = items.encodeMs + items.compressMs + items.decodeMs + 1.8;
  return { ...items, encoded, decoded, totalMs: ownMs + networkMs + Math.max(0, bodyMs - wireMs) };
}

export function makeCells(world: MadeWorld): MeasuredCell[] {
  const random = seededRandom(world.seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const levels = Array.from({ length: world.sessions }, () => Math.exp(world.levelSd * normal()));
  return world.networks.flatMap((network) =>
    world.ns.flatMap((n) =>
      world.formats.flatMap((format) =>
        world.compressions.map((compression): MeasuredCell => {
          const { encoded, decoded, ...times } = trueTimes(format, compression, n, network);
          const networkMs =
            networkTimes(profileNamed(network)!, { connection: 'warm', protocol: 'http1' })?.(encoded) ?? 0;
          const sessions = levels.map((level, session) => {
            const noisy = (ms: number) => ms * level * Math.exp(world.noiseSd * normal());
            const items = {
              encodeMs: noisy(times.encodeMs),
              compressMs: noisy(times.compressMs),
              decodeMs: noisy(times.decodeMs),
              serverComputeMs: 0,
              clientComputeMs: 0,
            };
            const workMs = times.totalMs - networkMs;
            const total = { totalMs: noisy(workMs) + networkMs };
            return [`${network === 'none' ? 'loopback' : 'link'}${session}`, { ...items, ...total }] as const;
          });
          return {
            id: [format, compression, n, network].join(' '),
            factors: requestCell({ format, codec: `${format}/codec`, compression, n, network }),
            bytes: { encoded, decoded },
            sessions: new Map(sessions),
          };
        }),
      ),
    ),
  );
}
