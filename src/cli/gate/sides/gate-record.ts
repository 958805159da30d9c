// A record as base of a gate: read, and held to the machine that head is measured on.

import { dirname, resolve } from 'node:path';
import { grouped } from '../../../base/figures/numbers.ts';
import { count } from '../../../base/figures/plurals.ts';
import type { Host } from '../../../base/host.ts';
import { hostFacts } from '../../../drive/machine/host-facts.ts';
import { FACTOR_NAMES } from '../../../factors/catalogue.ts';
import { wordsKey } from '../../../factors/cell.ts';
import { withoutNginx } from '../../../factors/target.ts';
import { isByteMetric } from '../../../items/metrics.ts';
import type { PlannedCell } from '../../../plan/plan.ts';
import { machinesOf, memoryMb } from '../../../record/machines.ts';
import { readProbes } from '../../../record/read-record.ts';
import type { HostFacts, RunFile } from '../../../record/record.ts';
import { ProblemList } from '../../../study/file/problem-list.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import type { GateRule } from '../../../study/gate/gate-rules.ts';
import { isAsked } from '../../../study/gate/gate-sides.ts';
import { ownPayload, type Study, urlNames } from '../../../study/study.ts';
import type { GateRecord } from '../../../summary/gate/judged-rules.ts';
import { groundOf } from '../../../summary/records/grounds.ts';
import { readRecord } from '../../surroundings/record-files.ts';

export interface BaseRecord {
  readonly record: GateRecord;
  /** Of its cells, twins aside, those of one server. */
  readonly cells: readonly PlannedCell[];
}

/** null where base is none. Throws a UserError where head cannot be held against it. */
export async function readBase(
  { base, head, rules, lineOf }: Gate,
  file: string,
  host: Host,
): Promise<BaseRecord | null> {
  if (base.kind !== 'record') return null;
  const dir = resolve(host.cwd, dirname(file), base.folder);
  const read = await readRecord(dir);
  const record = { ...read, probes: readProbes(dir) };
  const problems = new ProblemList(file, lineOf);
  const tell = (what: string) => problems.add(['gate', 'base', 'record'], what);
  // Bytes do not depend on the machine.
  const differs = rules.every(({ item }) => isByteMetric(item))
    ? []
    : differences(read.run.host, hostFacts());
  const machines = machinesOf(read.run).length;
  const mayFail = rules.filter(({ level }) => level === 'fail');
  const refuses = (mayFail.length > 0 ? mayFail : rules).some(({ item }) => !isByteMetric(item));
  const note = (what: string) => host.err(`note: ${file}: gate.base.record: ${what}\n`);
  if (machines > 1) tell(`was put together from records of ${count(machines, 'machine')}: a base is of one`);
  else if (differs.length > 0)
    // A warning about times is told as undecided.
    (refuses ? tell : note)(
      `was made on another machine than this one (${differs.join('; ')}): measure base beside head instead, or hold nothing but bytes against it`,
    );
  else if (rules.some(isAboutBothTimes) && isOfAnotherDay(read.run, host)) {
    const what = 'was made more than a day ago, so nothing is said of its times: measure base beside head';
    if (rules.every(isAboutBothTimes)) tell(`${what}, or hold nothing but bytes against it`);
    else note(what);
  }
  const measured = new Set(
    read.summary.cells.flatMap(({ id, status }) => (status === 'measured' ? [id] : [])),
  );
  const single = read.run.plan.cells.filter(({ id, twinOf }) => twinOf === null && measured.has(id));
  const targets = targetsAmong(single);
  const own = headOf(read.run) ?? (targets.length === 1 ? targets[0] : undefined);
  const cells = single.filter(({ factors }) => factors.target === own);
  if (targets.length > 0 && own === undefined)
    tell(`is of ${targets.length} servers (${targets.join(', ')}): a base is one`);
  else if (cells.length === 0) tell('has no measured cell');
  const isOfUrl = cells.some(
    ({ factors }) => ownPayload(factors, read.run.study.payloads)?.url !== undefined,
  );
  // A head that cannot be read is told already.
  const isUnread = head.kind === 'target' && head.typed === '';
  if (cells.length > 0 && !isUnread && isOfUrl !== isAsked(head))
    tell(
      isOfUrl
        ? 'is of a URL, and head is a target: a URL, or a command, is held against it'
        : 'is of a target, and head is asked as it stands: a target is held against it',
    );
  problems.throwIfAny();
  return { record, cells };
}

/** Rules that nothing decides against a record of another day. */
function isAboutBothTimes({ item, limit }: GateRule): boolean {
  return !isByteMetric(item) && limit.kind === 'grows';
}

function isOfAnotherDay(run: RunFile, { clock }: Pick<Host, 'clock'>): boolean {
  return groundOf(run, { ...run, startedAt: clock.date().toISOString() }) === 'other day';
}

/**
 * The server of a gate's record against which the next head is held: the one of that name, or the second of
 * two URLs, which their record keeps in their order. undefined where a record is of no such two.
 */
export function headOf({ plan, study }: Pick<RunFile, 'plan' | 'study'>): string | undefined {
  const targets = targetsAmong(plan.cells);
  const head = targets.find((name) => withoutNginx(name) === 'head');
  if (head !== undefined) return head;
  const urls = urlNames(study);
  const areUrls = targets.length === 2 && targets.every((name) => urls.includes(name));
  return areUrls && study.protocol.interleave === 'target' ? targets[1] : undefined;
}

function targetsAmong(cells: readonly PlannedCell[]): readonly string[] {
  return [...new Set(cells.map(({ factors }) => factors.target))];
}

/** What a machine is known by, and in what two differ: the record's first. */
function differences(then: HostFacts, now: HostFacts): string[] {
  return FINGERPRINT.flatMap(({ what, of }) => {
    const [one, two] = [of(then), of(now)];
    return one === two ? [] : [`${what} ${one}, here ${two}`];
  });
}

const FINGERPRINT: readonly { readonly what: string; readonly of: (host: HostFacts) => string }[] = [
  { what: 'processor', of: ({ cpu }) => cpu },
  { what: 'cores', of: ({ cores }) => String(cores) },
  { what: 'memory', of: (host) => `${grouped(memoryMb(host))} MB` },
  { what: 'system', of: ({ os }) => os },
  { what: 'kernel', of: ({ kernel }) => kernel },
  { what: 'governor', of: ({ governor }) => governor ?? 'unknown' },
  { what: 'virtualised', of: ({ virtualised }) => virtualised ?? 'no' },
  // As machines are told apart when the two are judged.
  { what: 'machine id', of: ({ id }) => id?.slice(0, 8) ?? 'unknown' },
];

/** The record's study, of what the base has of it. */
export function studyOf({ record: { run }, cells }: BaseRecord): Study {
  const known = new Set(cells.map(({ part, factors }) => `${part} ${wordsKey(factors, FACTOR_NAMES)}`));
  const parts = run.study.parts
    .map((part) => ({
      ...part,
      cells: part.cells.filter((cell) => known.has(`${part.name} ${wordsKey(cell, FACTOR_NAMES)}`)),
    }))
    .filter((part) => part.cells.length > 0);
  return { ...run.study, parts };
}
