// Measures the link with ping, iperf3 and curl from inside its places: these tools know nothing of it.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../../src/base/figures/median.ts';
import { serialisationMs } from '../../src/network/closed-form.ts';
import type { NetworkProfile } from '../../src/network/profile.ts';
import { profileNamed } from '../../src/network/profiles.ts';
import { sayNetwork } from '../../src/network/say-network.ts';
import { expectedMs, type LinkLab, mark, mostGetErrorMs, network, openLab, run } from './link-lab.ts';

/** 36 bytes of payload make 64 IP bytes. */
const PING = ['ping', '-n', '-c', '100', '-i', '0.02', '-s', '36'];
const PING_IP_BYTES = 64;
/** TCP's payload in a full IP packet. */
const GOODPUT = 1_448 / 1_500;
const RATE_SHARE = 0.02;
const RTT_MS = 0.3;
const RTT_SHARE = 0.01;
const PORT = 8080;
const TIMES = 9;
/** Requests that do not count, because the server's first answers are slower. */
const WARM_UPS = 3;
const SERVER = `require('node:http').createServer((request, response) => {
  const n = Number(request.url.slice(1));
  response.writeHead(200, { 'Content-Length': n, Connection: 'close' });
  response.end(Buffer.alloc(n, 'w'));
}).listen(${PORT}, () => console.log('ready'));`;

export async function benchTools(print: (line: string) => void): Promise<void> {
  const networks = [profileNamed('cable')!, network('100mbit', 100_000, 100_000, 20), profileNamed('3g')!];
  const lab = await openLab(networks);
  try {
    print(`independent tools inside ${lab.rootless ? 'rootless' : "root's"} namespaces:`);
    for (const profile of networks) {
      await lab.ask({ do: 'calibrate', path: profile.name });
      const address = lab.paths.find(({ name }) => name === profile.name)!.serverAddress;
      print(`  ${profile.name} (${sayNetwork(profile)})`);
      if (isInstalled('ping')) await pingIt(lab, profile, address, print);
      else print('    ping is not installed');
      if (isInstalled('iperf3')) await iperfIt(lab, profile, address, print);
      else print('    iperf3 is not installed');
      if (isInstalled('curl')) await curlIt(lab, profile, address, print);
      else print('    curl is not installed');
    }
  } finally {
    await lab.close();
  }
}

async function pingIt(
  lab: LinkLab,
  profile: NetworkProfile,
  address: string,
  print: (line: string) => void,
): Promise<void> {
  const output = await run(lab.command('client', [...PING, address]));
  const timesMs = [...output.matchAll(/time=([\d.]+) ms/g)].map(([, ms]) => Number(ms));
  const expected =
    profile.rttMs +
    serialisationMs(PING_IP_BYTES, profile.downKbits) +
    serialisationMs(PING_IP_BYTES, profile.upKbits);
  const offMs = median(timesMs) - expected;
  const mostMs = Math.max(RTT_MS, RTT_SHARE * expected);
  print(
    `    ${mark(Math.abs(offMs) <= mostMs)} ping    median of ${timesMs.length}: ${median(timesMs)} ms, ` +
      `${expected.toFixed(2)} expected (within ${mostMs.toFixed(2)} ms)`,
  );
}

/** Its figures are TCP's payload; what the link counts is IP bytes. */
async function iperfIt(
  lab: LinkLab,
  profile: NetworkProfile,
  address: string,
  print: (line: string) => void,
): Promise<void> {
  for (const [way, flags, kbits] of [
    ['down', ['-R'], profile.downKbits!],
    ['up', [], profile.upKbits!],
  ] as const) {
    const server = await startServer(lab, ['iperf3', '-s', '-1', '-B', address, '--forceflush'], /listening/);
    try {
      const args = ['iperf3', '-c', address, '-t', '6', '-O', '3', '-J', ...flags];
      const report = JSON.parse(await run(lab.command('client', args)));
      const seenKbits = report.end.sum_received.bits_per_second / 1_000 / GOODPUT;
      print(
        `    ${mark(Math.abs(seenKbits / kbits - 1) <= RATE_SHARE)} iperf3  ${way.padEnd(4)} ${seenKbits.toFixed(0)} kbit/s of IP, ` +
          `${((seenKbits / kbits - 1) * 100).toFixed(2)} % off (within ${RATE_SHARE * 100} %)`,
      );
    } finally {
      await stop(server, 3_000);
    }
  }
}

/** Less what curl and the server need for the same on the server's own loopback. */
async function curlIt(
  lab: LinkLab,
  profile: NetworkProfile,
  address: string,
  print: (line: string) => void,
): Promise<void> {
  const server = await startServer(lab, [process.execPath, '-e', SERVER], /ready/);
  try {
    for (const n of [4_000, 100_000]) {
      const [far, near]: [Fetched[], Fetched[]] = [[], []];
      for (let i = -WARM_UPS; i < TIMES; i++) {
        const pair = [await fetched(lab, 'client', address, n), await fetched(lab, 'server', '127.0.0.1', n)];
        if (i < 0) continue;
        far.push(pair[0]!);
        near.push(pair[1]!);
      }
      // The least of each: what programs need varies by more than what is asked here.
      const seenMs = Math.min(...far.map(({ ms }) => ms)) - Math.min(...near.map(({ ms }) => ms));
      const { headBytes, requestBytes } = far[0]!;
      const expected = expectedMs(profile, n + headBytes, requestBytes);
      const mostMs = mostGetErrorMs(expected);
      print(
        `    ${mark(Math.abs(seenMs - expected) <= mostMs)} curl    ${n} bytes, least of ${TIMES}: ` +
          `${seenMs.toFixed(2)} ms, ${expected.toFixed(2)} expected (within ${mostMs.toFixed(2)} ms)`,
      );
    }
  } finally {
    await stop(server);
  }
}

interface Fetched {
  readonly ms: number;
  readonly headBytes: number;
  readonly requestBytes: number;
}

async function fetched(
  lab: LinkLab,
  place: 'client' | 'server',
  address: string,
  n: number,
): Promise<Fetched> {
  const format = '%{time_total} %{size_header} %{size_request}';
  const command = ['curl', '-s', '-o', '/dev/null', '-w', format, `http://${address}:${PORT}/${n}`];
  const output = await run(lab.command(place, command));
  const [s, headBytes, requestBytes] = output.split(' ').map(Number);
  return { ms: s! * 1_000, headBytes: headBytes!, requestBytes: requestBytes! };
}

async function startServer(lab: LinkLab, args: readonly string[], ready: RegExp): Promise<ChildProcess> {
  const [path, ...rest] = lab.command('server', args);
  const server = spawn(path!, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const chunk of server.stdout) {
    if (ready.test(String(chunk))) break;
  }
  return server;
}

/** One that ends by itself gets the time for it. */
async function stop(server: ChildProcess, graceMs = 0): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, 'exit');
  if (graceMs > 0 && (await Promise.race([ended, delay(graceMs)])) !== undefined) return;
  server.kill('SIGTERM');
  await ended;
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}
