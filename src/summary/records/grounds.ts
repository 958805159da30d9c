// On what ground two records are held against each other: whether one machine made both, how far apart they
// are in time, and what else was not the same.

import { count } from '../../base/figures/plurals.ts';
import { machinesAmong, machinesOf } from '../../record/machines.ts';
import type { RunFile } from '../../record/record.ts';
import { allTargetFacts } from '../../record/session-targets.ts';
import { nodesOfSessions } from '../samples/timed-machines.ts';
import type { Condition, Ground } from './records-compared.ts';

const DAY_MS = 24 * 3_600_000;

export function groundOf(first: RunFile, other: RunFile): Ground {
  if (!areOfSameMachines(first, other)) return 'other machine';
  const apartMs = Math.abs(Date.parse(first.startedAt) - Date.parse(other.startedAt));
  return apartMs <= DAY_MS ? 'one day' : 'other day';
}

/**
 * Of a merged record all of them: records of the same machines are of one ground. Nodes of a Grid and devices
 * are machines too.
 */
function areOfSameMachines(first: RunFile, other: RunFile): boolean {
  const [own, others] = [machinesOf(first), machinesOf(other)];
  const places = machinesAmong([...own, ...others].map(({ host }) => host));
  const there = new Set(places.slice(0, own.length));
  const here = new Set(places.slice(own.length));
  const nodes = [first, other].map((run) => JSON.stringify(nodesIn(run)));
  return there.size === here.size && [...here].every((place) => there.has(place)) && nodes[0] === nodes[1];
}

function nodesIn(run: RunFile): readonly string[] {
  const complete = run.sessions.filter(({ status }) => status === 'complete');
  return [...new Set(nodesOfSessions({ ...run, sessions: complete }).values())].toSorted();
}

/** Each in which the two differ. */
export function differingConditions(first: RunFile, other: RunFile): Condition[] {
  return CONDITIONS.flatMap(({ what, of }) => {
    const [one, two] = [of(first), of(other)];
    return one === two ? [] : [{ what, first: one, other: two }];
  });
}

const CONDITIONS: readonly { readonly what: string; readonly of: (run: RunFile) => string }[] = [
  {
    what: 'machine',
    of: (run) =>
      machinesOf(run)
        .map(({ host: { cpu, cores } }) => `${cpu}, ${count(cores, 'core')}`)
        .join('; '),
  },
  { what: 'nodes', of: (run) => nodesIn(run).join('; ') || 'none' },
  { what: 'kernel', of: ({ host }) => host.kernel },
  { what: 'governor', of: ({ host }) => host.governor ?? 'unknown' },
  { what: 'clients', of: (run) => inOrder(run.sessions.map(clientOf)) },
  { what: 'targets', of: (run) => inOrder(run.sessions.flatMap(targetsIn)) },
  { what: 'answers as they were read', of: ({ study }) => inOrder(study.payloads.flatMap(answerOf)) },
  { what: 'Node.js', of: ({ host }) => host.node },
  { what: 'Wirefare', of: ({ wirefare }) => wirefare },
  { what: 'link', of: linkOf },
];

/** What carried packets, or computed them. */
function linkOf({ link }: RunFile): string {
  if (link === null) return 'none';
  return `${link.version}, ${inOrder(link.networks.map(({ engine }) => engine))}`;
}

function clientOf({ agent }: RunFile['sessions'][number]): string {
  return agent === null ? '' : `${agent.engine} ${agent.engineVersion}`;
}

function targetsIn(session: RunFile['sessions'][number]): string[] {
  return allTargetFacts(session).map(({ about }) => `${about.name} ${about.version}`);
}

/** Of a URL, whose answer may be another one each time. */
function answerOf({ url, source, digest }: RunFile['study']['payloads'][number]): string[] {
  return url === undefined ? [] : [`${source} ${digest.slice(0, 8)}`];
}

function inOrder(words: readonly string[]): string {
  return (
    [...new Set(words)]
      .filter((word) => word !== '')
      .sort()
      .join(', ') || 'unknown'
  );
}
