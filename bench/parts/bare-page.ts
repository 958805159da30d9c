// What a target is held to beside a page that anyone would write by the same framework: of its throughput at
// least so much. A bench that finds less goes on, so that all is told, and ends with an error.

import { median } from '../../src/base/figures/median.ts';
import { deriveSeed, seededRandom, shuffled } from '../../src/base/random.ts';
import { type ProcessStat, readProcesses } from '../../src/drive/processes/proc-stat.ts';
import { openGets } from './jvm-gets.ts';

type Print = (line: string) => void;
type Exit = { exitCode?: typeof process.exitCode };

const LEAST_THROUGHPUT = 0.8;
/** One that waited would have more of the client's own time in its figure than of the server's. */
const CONNECTIONS = 4;
const ROUNDS = 40;
const MS_PER_TICK = 10;
const MS_PER_SECOND = 1_000;

interface Server {
  readonly url: string;
  /** Its processes, each of them with all that it has started. */
  readonly pids: readonly number[];
}

export interface BesidePlain {
  /** `spring`. */
  readonly name: string;
  /** Books. */
  readonly n: number;
  readonly ours: Server;
  readonly plain: Server;
  /** In a round, of either. */
  readonly requests: number;
  /** Rounds before the first that counts: of servers that are compiled while they run. */
  readonly warmUpRounds?: number;
  readonly seed: number;
}

/**
 * Asks both in turns, in random order: what one leaves of the machine is the same for both, and the ratio is
 * the median over rounds. The client takes part in it, so what the servers worked is told beside.
 */
export async function tellBesidePlain(
  { name, n, requests, warmUpRounds = 0, seed, ...servers }: BesidePlain,
  print: Print,
  exit: Exit = process,
): Promise<void> {
  const gets = openGets(CONNECTIONS);
  const ms = { ours: [] as number[], plain: [] as number[] };
  const cpuMs = { ours: 0, plain: 0 };
  const bytes = { ours: 0, plain: 0 };
  try {
    for (let round = -warmUpRounds; round < ROUNDS; round++) {
      for (const way of shuffled(['ours', 'plain'] as const, seededRandom(deriveSeed(seed, round)))) {
        const { url, pids } = servers[way];
        const before = cpuMsOf(pids);
        const took = await gets.many(url, requests);
        bytes[way] = took.bytes;
        if (round < 0) continue;
        ms[way].push(took.ms);
        cpuMs[way] += cpuMsOf(pids) - before;
      }
    }
  } finally {
    gets.close();
  }
  if (bytes.ours !== bytes.plain) throw new Error(`bodies differ: ${JSON.stringify(bytes)}`);
  const say = (way: 'ours' | 'plain') => {
    const perSecond = ((requests / median(ms[way])) * MS_PER_SECOND).toFixed(0);
    const cpu = (cpuMs[way] / ROUNDS / requests).toFixed(3);
    const busy = ((cpuMs[way] / sum(ms[way])) * 100).toFixed(0);
    return `${perSecond}/s, CPU of the server ${cpu} ms a request, ${busy} % of the time`;
  };
  print(
    `${name}, ${n} Books as JSON (${bytes.ours} B), ${ROUNDS} rounds of ${requests} over ${CONNECTIONS} connections:`,
  );
  print(`  ours    ${say('ours')}`);
  print(`  plain   ${say('plain')}`);
  print(`  CPU of the server, plain / ours ${(cpuMs.plain / cpuMs.ours).toFixed(3)}`);
  tellThroughput(median(ms.plain.map((each, i) => each / ms.ours[i]!)), print, exit);
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

/** What these processes have used, and all that they started, those that ended included. */
export function cpuMsOf(
  pids: readonly number[],
  processes: readonly ProcessStat[] = readProcesses(),
): number {
  const all = new Set(pids);
  // A child may stand before what has started it.
  for (let known = -1; known !== all.size; ) {
    known = all.size;
    for (const { pid, parent } of processes) if (all.has(parent)) all.add(pid);
  }
  const own = processes.filter(({ pid }) => all.has(pid));
  return sum(own.map(({ cpuTicks, collectedTicks }) => cpuTicks + collectedTicks)) * MS_PER_TICK;
}

/** Answers whether it is enough. */
export function tellThroughput(ratio: number, print: Print, exit: Exit = process): boolean {
  const isEnough = ratio >= LEAST_THROUGHPUT;
  const ending = isEnough ? '' : ': FAILED';
  print(`  throughput ours / plain     ${ratio.toFixed(3)}   (at least ${LEAST_THROUGHPUT}${ending})`);
  if (!isEnough) exit.exitCode = 1;
  return isEnough;
}
