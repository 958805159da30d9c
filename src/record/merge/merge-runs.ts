// Several runs of one study → one: sessions side by side, each of them known by its machine. Nothing is
// averaged here, and no session is left out.

import { count, plural } from '../../base/figures/plurals.ts';
import { HELD_FROM } from '../held.ts';
import { lookOfMerge, numberOfLooks } from '../looks.ts';
import { machinesAmong, machinesOf } from '../machines.ts';
import type { MachineFacts, MergedRecord, RunFile, SessionFacts } from '../record.ts';
import { mergePlans, type PartToMerge } from './merge-plans.ts';
import { mergedWarnings } from './merged-warnings.ts';

export interface RunToMerge {
  /** The folder's name. */
  readonly name: string;
  readonly run: RunFile;
}

export interface MergedRun {
  readonly run: RunFile;
  /** Of each of the records: the number that a session has now, by the number that it had. */
  readonly renumbered: readonly ReadonlyMap<number, number>[];
}

/**
 * Runs that may be merged (`merge-problems.ts`), at least one; those that were merged before are taken apart.
 */
export function mergeRuns(given: readonly RunToMerge[]): MergedRun {
  const runs = given.map(({ run }) => run);
  const [first] = runs as [RunFile, ...RunFile[]];
  const { records, machines, offsets } = recordsOf(given);
  const part = ({ plan, sessions }: Pick<RunFile, 'plan' | 'sessions'>, index: number): PartToMerge => ({
    plan,
    sessions,
    recordOf: ({ record = 0 }: SessionFacts) => offsets[index]! + record,
  });
  const whole = mergePlans(runs.map(part));
  const held = runs.map(({ held }) => held);
  const isHeld = held.every((one) => one !== undefined);
  const ofHeld = isHeld
    ? mergePlans(
        held.map((one, index) => part(one, index)),
        HELD_FROM,
      )
    : null;
  const { advice: _, race: __, looks: ___, elsewhere: ____, ...rest } = first;
  const renumbered = whole.renumbered.map(
    (known, index) => new Map([...known, ...(ofHeld?.renumbered[index] ?? [])]),
  );
  const links = runs.map(({ link }) => link).find((link) => link !== null) ?? null;
  const run: RunFile = {
    ...rest,
    ...ending(records),
    startedAt: earliest(records),
    endedAt: latest(records),
    plan: whole.plan,
    link: links,
    sessions: whole.sessions,
    ...(ofHeld !== null && {
      held: {
        plan: ofHeld.plan,
        sessions: ofHeld.sessions,
        link: held.map((one) => one!.link).find((link) => link !== null) ?? null,
        reason: held.map((one) => one!.reason).find((reason) => reason !== '') ?? '',
      },
    }),
    merged: { machines, records, look: lookOfMerge(runs) },
    warnings: mergedWarnings(given, { sessions: whole.sessions, renumbered }, records),
  };
  return { run, renumbered };
}

interface Records {
  readonly records: readonly MergedRecord[];
  readonly machines: readonly MachineFacts[];
  /** Of each given one: the index of its first record. */
  readonly offsets: readonly number[];
}

function recordsOf(given: readonly RunToMerge[]): Records {
  const hosts = given.flatMap(({ run }) => machinesOf(run).map(({ host }) => host));
  const places = machinesAmong(hosts);
  const machines = [...new Set(places)].map(
    (place): MachineFacts => ({ name: `m${place + 1}`, host: hosts[places.indexOf(place)]! }),
  );
  const records: MergedRecord[] = [];
  let taken = 0;
  const offsets = given.map(({ name, run }) => {
    const offset = records.length;
    const own = places.slice(taken, taken + machinesOf(run).length);
    taken += own.length;
    const before = run.merged?.records;
    if (before === undefined) records.push(recordOf(name, run, own[0]!));
    else records.push(...before.map((record) => ({ ...record, machine: own[record.machine]! })));
    return offset;
  });
  return { records, machines, offsets };
}

function recordOf(name: string, run: RunFile, machine: number): MergedRecord {
  const { status, reason, startedAt, endedAt, plan, link, host } = run;
  return {
    name,
    machine,
    status,
    reason,
    startedAt,
    endedAt,
    seed: plan.seed,
    ...(plan.share !== undefined && { share: plan.share }),
    looks: numberOfLooks(run),
    link,
    host,
  };
}

function ending(records: readonly MergedRecord[]): Pick<RunFile, 'status' | 'reason'> {
  const broken = records.filter(({ status }) => status !== 'complete');
  if (broken.length === 0) return { status: 'complete', reason: '' };
  const names = broken.map(({ name, status, reason }) => `${name}: ${reason === '' ? status : reason}`);
  const what = `${broken.length} of ${count(records.length, 'record')} ${plural(broken.length, 'is', 'are')} not complete`;
  return { status: 'interrupted', reason: `${what} (${names.join('; ')})` };
}

function earliest(records: readonly MergedRecord[]): string {
  return records.map(({ startedAt }) => startedAt).toSorted()[0]!;
}

/** null where no record says. */
function latest(records: readonly MergedRecord[]): string | null {
  const ends = records.flatMap(({ endedAt }) => endedAt ?? []);
  return ends.toSorted().at(-1) ?? null;
}
