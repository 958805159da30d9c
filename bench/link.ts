// What the link is to reach, on the real program: rates, round trips, answers against TCP's arithmetic, CPU,
// set-up, and what independent tools see from inside. Each figure stands beside its bar. A machine that is
// busy makes packets late: the emulator says by how much (p99 of lateness), so that a figure which misses its
// bar can be told from the machine's.

import { median } from '../src/base/figures/median.ts';
import { sayMs } from '../src/base/figures/times.ts';
import type { NetworkProfile } from '../src/network/profile.ts';
import { profileNamed } from '../src/network/profiles.ts';
import { sayNetwork, sayRate } from '../src/network/say-network.ts';
import {
  expectedMs,
  type LinkLab,
  type Measured,
  mark,
  measure,
  mostGetErrorMs,
  network,
  openLab,
} from './parts/link-lab.ts';
import { benchTools } from './parts/link-tools.ts';
import { benchDrivers } from './parts/surroundings.ts';

type Print = (line: string) => void;

const ROUNDS = 5;
const RATES_KBITS = [256, 1_000, 10_000, 100_000, 1_000_000];
const RATE_SHARE = 0.005;
const GIGABIT_SHARE = 0.02;
const ROUND_TRIPS_MS = [20, 100, 300];
const RTT_MEDIAN_MS = 0.1;
const RTT_P99_MS = 0.5;
const SET_UP_S = 8;

export async function benchLink(print: Print): Promise<void> {
  await benchRates(print);
  await benchRoundTrips(print);
  await benchGets(print);
  await benchSlowStart(print);
  await benchCpu(print);
  await benchSetUp(print);
  await benchTools(print);
}

async function benchRates(print: Print): Promise<void> {
  const networks = RATES_KBITS.map((kbits) => network(`${kbits}`, kbits, kbits, kbits < 1e6 ? 20 : 0.2));
  print(`rates, both directions, medians of ${ROUNDS} trains of full packets:`);
  await withLab(networks, async (lab) => {
    for (const { name, downKbits } of networks) {
      const kbits = downKbits!;
      const rounds = await inRounds(() => measure(lab, name, { trainMs: trainMsAt(kbits) }));
      const off = (seen: readonly number[]) => median(seen) / kbits - 1;
      const down = off(rounds.map(({ figures }) => figures.train.downKbitPerS));
      const up = off(rounds.map(({ figures }) => figures.train.upKbitPerS));
      const most = kbits < 1e6 ? RATE_SHARE : GIGABIT_SHARE;
      const good = Math.max(Math.abs(down), Math.abs(up)) <= most;
      const rateWords = `down ${percent(down)}, up ${percent(up)} (within ${percent(most, '')})`;
      print(
        `  ${mark(good)} ${sayRate(kbits).padEnd(11)} ${sayEngine(lab, name)}  ${rateWords}  ${lateness(rounds)}`,
      );
    }
  });
}

/**
 * Long enough for sixty packets and more. At a gigabit the sender needs much of a core, and the kernel takes
 * that from it for a twentieth of every second (real-time throttling), which a short train escapes.
 */
function trainMsAt(kbits: number): number {
  if (kbits < 1_000) return 3_000;
  return kbits < 1_000_000 ? 1_000 : 300;
}

async function benchRoundTrips(print: Print): Promise<void> {
  const networks = ROUND_TRIPS_MS.map((rttMs) => network(`${rttMs}ms`, 10_000, 10_000, rttMs));
  print(`round trips of small packets at 10 Mbit/s, ${ROUNDS} times 300 echoes, quietest round:`);
  await withLab(networks, async (lab) => {
    for (const profile of networks) {
      await lab.ask({ do: 'calibrate', path: profile.name });
      const rounds = await inRounds(() => measure(lab, profile.name, { echoes: 300 }));
      const wiresMs = (2 * 64 * 8) / profile.downKbits!;
      const off = ({ figures }: Measured, key: 'rttMsMedian' | 'rttMsP99') =>
        figures.echo[key] - wiresMs - profile.rttMs;
      const quietest = rounds.toSorted((a, b) => off(a, 'rttMsP99') - off(b, 'rttMsP99'))[0]!;
      const medians = rounds.map((round) => off(round, 'rttMsMedian'));
      const p99Ms = off(quietest, 'rttMsP99');
      const good = Math.abs(median(medians)) <= RTT_MEDIAN_MS && p99Ms <= RTT_P99_MS;
      const errorWords =
        `median of all ${signed(median(medians))} ms (within ${RTT_MEDIAN_MS}), ` +
        `p99 ${signed(p99Ms)} ms (within ${RTT_P99_MS})`;
      print(`  ${mark(good)} ${sayMs(profile.rttMs).padEnd(7)} ${errorWords}  ${lateness([quietest])}`);
    }
  });
}

async function benchGets(print: Print): Promise<void> {
  const times = { 4000: 5, 40000: 5, 100000: 5, 1000000: 3 };
  await againstArithmetic(print, [profileNamed('10mbit')!, profileNamed('3g')!], times);
}

/** Rates at which a window that doubles has room to do so. */
async function benchSlowStart(print: Print): Promise<void> {
  const times = { 10000: 5, 100000: 5, 1000000: 5 };
  const networks = [20, 100].map((rttMs) => network(`slow start, ${rttMs} ms`, 100_000, 100_000, rttMs));
  await againstArithmetic(print, networks, times);
}

/** Round trips are printed unless they would be thousands, which say nothing. */
async function againstArithmetic(
  print: Print,
  networks: readonly NetworkProfile[],
  times: Readonly<Record<number, number>>,
): Promise<void> {
  await withLab(networks, async (lab) => {
    for (const profile of networks) {
      print(`GETs over new connections, ${profile.name} (${sayNetwork(profile)}), medians:`);
      await lab.ask({ do: 'calibrate', path: profile.name });
      const measured = await measure(lab, profile.name, { gets: times });
      for (const { bodyBytes, timesMs } of measured.figures.gets) {
        const expected = expectedMs(profile, bodyBytes);
        const offMs = median(timesMs) - expected;
        const mostMs = mostGetErrorMs(expected);
        const timeWords =
          `${median(timesMs).toFixed(2)} ms, ${expected.toFixed(2)} by arithmetic: ${signed(offMs)} ms ` +
          `(within ${mostMs.toFixed(2)})${profile.rttMs < 1 ? '' : `, ${(median(timesMs) / profile.rttMs).toFixed(2)} round trips`}`;
        print(`  ${mark(Math.abs(offMs) <= mostMs)} ${String(bodyBytes).padStart(9)} bytes  ${timeWords}`);
      }
      print(`    ${lateness([measured])}`);
    }
  });
}

async function benchCpu(print: Print): Promise<void> {
  print('CPU of the emulator while one TCP connection keeps the wire busy, share of a core, least of 3:');
  for (const [kbits, most] of [
    [10_000, 0.15],
    [100_000, 0.6],
  ] as const) {
    const profile = network('cpu', kbits, kbits, 20);
    await withLab([profile], async (lab) => {
      const shares: number[] = [];
      for (let round = 0; round < 3; round++) {
        const before = lab.emulatorCpuS(profile.name);
        const { figures } = await measure(lab, profile.name, { gets: { [kbits * 500]: 1 } });
        shares.push((lab.emulatorCpuS(profile.name) - before) / (figures.gets[0]!.timesMs[0]! / 1_000));
      }
      const least = Math.min(...shares);
      print(
        `  ${mark(least <= most)} ${sayRate(kbits)}: ${percent(least, '')} (at most ${percent(most, '')})`,
      );
    });
  }
}

async function benchSetUp(print: Print): Promise<void> {
  print('set-up and calibration of a link of one network:');
  const networks = [
    profileNamed('10mbit')!,
    ...[20, 100].map((rtt) => network(`${rtt}ms`, 10_000, 10_000, rtt)),
  ];
  for (const profile of networks) {
    const link = await benchDrivers().link('auto').open([profile], { seed: 1, calibration: 'told' });
    await link.close();
    const s = link.facts.setUpMs / 1_000;
    print(`  ${mark(s < SET_UP_S)} ${sayNetwork(profile)}: ${s.toFixed(1)} s (under ${SET_UP_S})`);
  }
}

async function withLab(
  networks: readonly NetworkProfile[],
  work: (lab: LinkLab) => Promise<void>,
): Promise<void> {
  const lab = await openLab(networks);
  try {
    await work(lab);
  } finally {
    await lab.close();
  }
}

async function inRounds<T>(work: () => Promise<T>): Promise<T[]> {
  const rounds: T[] = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await work());
  return rounds;
}

function sayEngine(lab: LinkLab, name: string): string {
  return lab.paths.find((path) => path.name === name)!.engine.padEnd(4);
}

/** The worst lateness of the rounds. */
function lateness(rounds: readonly Measured[]): string {
  const p99Ms = Math.max(...rounds.map(({ audit }) => audit.latenessMsP99));
  return `lateness p99 ${p99Ms.toFixed(3)} ms`;
}

function percent(share: number, plus = '+'): string {
  return `${share >= 0 ? plus : '−'}${(Math.abs(share) * 100).toFixed(3)} %`;
}

function signed(ms: number): string {
  return `${ms >= 0 ? '+' : '−'}${Math.abs(ms).toFixed(3)}`;
}
