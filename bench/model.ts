// The modelled link against packets and against the arithmetic of TCP: the same GETs, by the same client and
// server, over both links at once, one GET after the other. The bar is 2 % + 0.3 ms for cold GETs from 10 kB
// on; warm ones show whether the window is carried over as Linux does it. The client's own handling, a few
// tenths of a millisecond, is in both.
//   npm run bench -- model

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../src/base/figures/median.ts';
import type { RunningLink } from '../src/drive/links/link.ts';
import { type Placement, placed } from '../src/drive/links/placement.ts';
import { firstLine } from '../src/drive/processes/first-line.ts';
import { createGuardian } from '../src/drive/processes/guardian.ts';
import { startProcess } from '../src/drive/processes/process-group.ts';
import { expectedGetMs, INITIAL_WINDOW } from '../src/network/closed-form.ts';
import type { NetworkProfile } from '../src/network/profile.ts';
import { profileNamed } from '../src/network/profiles.ts';
import { nameNetwork } from '../src/network/say-network.ts';
import { benchDrivers, PROJECT_ROOT } from './parts/surroundings.ts';

const NETWORKS = ['10mbit', 'cable', '4g', '3g'].map((name) => profileNamed(name)!);
const BYTES = [1_000, 10_000, 100_000, 1_000_000];
const REQUEST_BYTES = 100;
const TIMES = 5;
const BAR_FROM_BYTES = 10_000;
const BAR_SHARE = 0.02;
const BAR_MS = 0.3;

const guardian = createGuardian(tmpdir());

export async function benchModel(print: (line: string) => void): Promise<void> {
  const drivers = benchDrivers();
  const links: RunningLink[] = [];
  try {
    for (const choice of ['auto', 'modelled'] as const) {
      links.push(await drivers.link(choice).open(NETWORKS, { seed: 1, calibration: 'told' }));
    }
    const [packets, model] = await Promise.all(links.map(openClient));
    print('median ms of a GET         packets     model   closed form   model to packets');
    for (const network of NETWORKS) {
      print(nameNetwork(network.name, NETWORKS));
      for (const bytes of BYTES) {
        const timesMs = { cold: [[], []] as number[][], warm: [[], []] as number[][] };
        for (let i = 0; i < TIMES; i++) {
          for (const [which, get] of [packets!, model!].entries()) {
            const { coldMs, warmMs } = await get(network, bytes);
            timesMs.cold[which]!.push(coldMs);
            timesMs.warm[which]!.push(warmMs);
          }
        }
        printRow(print, network, bytes, 'cold', timesMs.cold);
        printRow(print, network, bytes, 'warm', timesMs.warm);
      }
    }
  } finally {
    await Promise.all(links.map((link) => link.close()));
  }
}

type Get = (
  network: NetworkProfile,
  bytes: number,
) => Promise<{ readonly coldMs: number; readonly warmMs: number }>;

/** The link's own server, and what asks it from the client's place. */
async function openClient(link: RunningLink): Promise<Get> {
  const server = await start(
    'tcp-answers.ts',
    [link.serverPlace?.listenHost ?? '127.0.0.1'],
    link.serverPlace,
  );
  const stream = { stream: server.stdout!, exited: server.exited };
  const port = await firstLine('start tcp-answers', stream, readPort, 10_000);
  void link.exited.then(() => server.close());
  return async (network, bytes) => {
    const [host, ownPort] = (await link.authority(network.name, port, 'cold')).split(':');
    const client = await start('tcp-gets.ts', [host!, ownPort!, String(bytes)], link.clientPlace);
    const output = { stream: client.stdout!, exited: client.exited };
    const times = await firstLine('tcp-gets', output, readTimes, 60_000);
    await client.close();
    return times;
  };
}

function start(file: string, args: readonly string[], place: Placement | null) {
  const command = placed(
    { path: process.execPath, args: [join(PROJECT_ROOT, 'bench/parts', file), ...args] },
    place,
  );
  const rest = { name: file, env: process.env, cwd: PROJECT_ROOT, stdout: true };
  return startProcess({ ...command, ...rest }, guardian);
}

function readPort(line: string) {
  return line.startsWith('{') ? (JSON.parse(line) as { readonly port: number }).port : null;
}

function readTimes(line: string) {
  return line.startsWith('{')
    ? (JSON.parse(line) as { readonly coldMs: number; readonly warmMs: number })
    : null;
}

function printRow(
  print: (line: string) => void,
  network: NetworkProfile,
  bytes: number,
  connection: 'cold' | 'warm',
  [packets, model]: readonly number[][],
): void {
  const [packetsMs, modelMs] = [median(packets!), median(model!)];
  const shape = { bodyBytes: bytes, requestBytes: REQUEST_BYTES, initialWindow: INITIAL_WINDOW, mtu: 1_500 };
  const expected = connection === 'cold' ? expectedGetMs(network, { ...shape, connection }).toFixed(2) : '–';
  const off = modelMs - packetsMs;
  const bars = connection === 'cold' && bytes >= BAR_FROM_BYTES;
  const within = Math.abs(off) <= packetsMs * BAR_SHARE + BAR_MS ? 'within' : 'OUTSIDE';
  const cells = [
    `  ${connection} ${bytes.toLocaleString('en').replaceAll(',', ' ')}`.padEnd(22),
    packetsMs.toFixed(2).padStart(12),
    modelMs.toFixed(2).padStart(10),
    expected.padStart(14),
    `${off >= 0 ? '+' : '−'}${Math.abs(off).toFixed(2)} ms ${((100 * off) / packetsMs).toFixed(2)} %`.padStart(
      20,
    ),
    bars ? within : '',
  ];
  print(cells.join(''));
}
