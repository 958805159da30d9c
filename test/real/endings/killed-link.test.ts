import assert from 'node:assert/strict';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../src/base/random.ts';
import type { Recorded } from '../../../src/factors/recorded-cell.ts';
import type { RunFile } from '../../../src/record/record.ts';
import { labBench } from '../../support/real/lab-process.ts';

// Whoever of a run is killed outright, at whatever moment: no process, no namespace, no device and no changed
// setting is left, and where the lab lives it goes on.

const bench = labBench();
after(() => bench.remove());

writeFileSync(
  path.join(bench.dir, 'linked.yaml'),
  'study: linked\ntitle: T\nquestion: Q\nfactors: {n: 10, format: [json, protobuf], network: 10mbit, browser: chromium}\nprotocol: {sessions: 1, budget: 8s, warmup: 0, timeout: 5s}\n',
);

const LONGEST_DELAY_MS = 4_000;
/**
 * From the start on a run looks whether there can be a link; its own link comes after the record has begun.
 */
const ROUNDS = [
  { who: 'link', from: 'the start' },
  { who: 'link', from: 'the record' },
  { who: 'lab', from: 'the record' },
  { who: 'browser', from: 'the record' },
  { who: 'target', from: 'the record' },
] as const;
/** How each is told from the others, by its command line. */
const VICTIMS: Readonly<Record<string, RegExp>> = {
  link: /wirefare-link\S* up /,
  browser: /chromium.* --headless=new .*--user-data-dir/,
  target: /target\/main\.ts/,
};

/** Of the network, for every device and protocol: `net/ipv4/tcp_congestion_control` and the like. */
function settings(): string[] {
  const folder = '/proc/sys/net';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${file} ${read(path.join(folder, file))}`)
    .filter((line) => !VOLATILE.test(line))
    .sort();
}

/** What the kernel itself counts in. */
const VOLATILE = /nf_conntrack_count|netfilter|flush|\/random\/|tcp_mem|udp_mem/;

function devices(): string[] {
  return readdirSync('/sys/class/net').sort();
}

/** A process that is in a network namespace beside our own, or holds one open. */
interface Holder {
  readonly pid: string;
  readonly startedAt: string;
  readonly space: string;
}

function holders(pids: readonly string[]): Holder[] {
  const own = readlinkSync('/proc/self/ns/net');
  return pids.flatMap((pid) => {
    const held = [
      link(`/proc/${pid}/ns/net`),
      ...folder(`/proc/${pid}/fd`).map((fd) => link(`/proc/${pid}/fd/${fd}`)),
    ];
    const spaces = new Set(held.filter((one) => one.startsWith('net:[') && one !== own));
    return [...spaces].map((space) => ({ pid, startedAt: startedAt(pid), space }));
  });
}

/**
 * Whoever held a namespace of the bench when it was seen, and still does. By the holder and not by its number
 * alone: the kernel gives the number of a namespace that is gone to the next one, which may be another
 * test's.
 */
function stillHeld(before: readonly Holder[], spaces: ReadonlySet<string>): Holder[] {
  const now = new Set(holders(allPids()).map((one) => JSON.stringify(one)));
  return before.filter((one) => spaces.has(one.space) && now.has(JSON.stringify(one)));
}

/** In clock ticks since the machine started: field 22 of proc_pid_stat(5), after the name in brackets. */
function startedAt(pid: string): string {
  const stat = read(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Namespaces that are held by being mounted, as `ip netns add` does: no process need be in them. */
function mountedNamespaces(): string[] {
  return read('/proc/self/mountinfo')
    .split('\n')
    .filter((line) => line.includes(' - nsfs '))
    .sort();
}

function allPids(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function ours(): { readonly pid: string; readonly line: string }[] {
  return bench.survivors().map((survivor) => {
    const pid = survivor.split(' ')[0]!;
    return { pid, line: read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ') };
  });
}

async function victim(name: string, isOver: () => boolean): Promise<string | null> {
  while (!isOver()) {
    const found = ours().find(({ line }) => VICTIMS[name]!.test(line));
    if (found !== undefined) return found.pid;
    await delay(20);
  }
  return null;
}

test('whoever is killed at whatever moment, nothing is left on the host', async () => {
  const random = seededRandom(20_261_121);
  const [settingsBefore, devicesBefore, mountedBefore] = [settings(), devices(), mountedNamespaces()];
  let seen = 0;
  let wentOn = 0;
  for (const [round, { who, from }] of ROUNDS.entries()) {
    const record = `killed-${round}`;
    const lab = bench.start('run', 'linked.yaml', '--out', record);
    let isOver = false;
    const ended = lab.ended.then((end) => {
      isOver = true;
      return end;
    });
    if (from === 'the record') await lab.told('record in');
    const pid = await victim(who === 'lab' ? 'link' : who, () => isOver);
    const afterMs = Math.round(random() * LONGEST_DELAY_MS);
    const at = `${who} killed ${afterMs} ms after it was there, from ${from} on`;
    assert.ok(pid !== null, `${at}: it was never there: ${isOver ? (await ended).err : ''}`);
    await delay(afterMs);
    const spaces = new Set(holders(ours().map((one) => one.pid)).map(({ space }) => space));
    const holding = holders(allPids());
    seen += spaces.size;
    if (who === 'lab') lab.kill('SIGKILL');
    else tryKill(Number(pid));
    const { code, err } = await ended;
    assert.deepEqual(await bench.survivorsAfter(10_000), [], at);
    assert.deepEqual(bench.leftovers(), [], at);
    assert.deepEqual(stillHeld(holding, spaces), [], `${at}: namespaces left`);
    assert.deepEqual(mountedNamespaces(), mountedBefore, `${at}: namespaces left mounted`);
    if (who === 'lab') continue;
    // Before the first session it is the machine that lacks something: a target that dies while it is held to
    // its contract, a link that dies while it is calibrated.
    assert.ok(code === 0 || (code === 4 && !err.includes('session 1')), `${at}: ${code} ${err}`);
    if (code === 4) continue;
    const { status, sessions } = JSON.parse(
      read(path.join(bench.dir, record, 'run.json')),
    ) as Recorded<RunFile>;
    assert.equal(status, 'complete', at);
    assert.equal(sessions.filter((one) => one.status === 'complete').length, 1, at);
    wentOn += 1;
  }
  assert.ok(seen >= 4, `${seen} namespaces were seen while runs went on`);
  assert.ok(wentOn >= 1, 'no run went on');
  assert.deepEqual(devices(), devicesBefore);
  assert.deepEqual(settings(), settingsBefore);
});

/** It may have ended meanwhile, as a session's browser does. */
function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ESRCH') throw thrown;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function link(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}

function folder(file: string): string[] {
  try {
    return readdirSync(file);
  } catch {
    return [];
  }
}
