// What keeps records from being one: they ask different things, or the same thing of different servers by
// different versions, or they are the same record twice. Everything is told at once, each with what differs.

import { join } from 'node:path';
import type { Problem } from '../../base/errors.ts';
import { count, plural } from '../../base/figures/plurals.ts';
import { FACTOR_NAMES } from '../../factors/catalogue.ts';
import { wordsKey } from '../../factors/cell.ts';
import { sayKeep } from '../../study/keep.ts';
import type { Protocol, Study } from '../../study/study.ts';
import { sayMachineDiffers } from '../machines.ts';
import type { HostFacts, RunFile } from '../record.ts';
import { FILES } from '../record-writer.ts';
import { allTargetFacts } from '../session-targets.ts';

export interface RecordNamed {
  /** As it was typed. */
  readonly record: string;
  readonly run: RunFile;
}

/** Every other one is held against the first. Empty where they can be merged. */
export function mergeProblems(given: readonly RecordNamed[]): Problem[] {
  const [first] = given as [RecordNamed, ...RecordNamed[]];
  return given.flatMap((own, index) => {
    const problem = (what: string): Problem => ({ file: join(own.record, FILES.run), path: '', what });
    const twice = given.slice(0, index).flatMap((before) => sameSessions(before, own));
    const whys = index === 0 ? [] : [...twice, ...differences(first, own)];
    return [...alone(own.run), ...whys].map(problem);
  });
}

/** What is of one machine alone whatever it is merged with. */
function alone(run: RunFile): string[] {
  return [
    ...(run.advice === undefined
      ? []
      : ['is of `advise`: what it screened is of one machine; run its study on each machine instead']),
    ...(run.plan.design === 1
      ? ['was made by the former protocol: sessions of today’s are not to be mixed with it']
      : []),
    ...(run.sessions.length === 0 ? ['has no session'] : []),
  ];
}

/** A session begins once on a machine, to the millisecond. */
function sameSessions(before: RecordNamed, own: RecordNamed): string[] {
  const [known, begun] = [sessionsBegun(before.run), sessionsBegun(own.run)];
  const byStart = Map.groupBy(known, ({ startedAt }) => startedAt);
  const same = begun.filter(({ startedAt, host }) =>
    byStart.get(startedAt)?.some((there) => sayMachineDiffers(there.host, host).length === 0),
  ).length;
  if (same === 0) return [];
  if (same === begun.length && same === known.length) return [`is the same record as ${before.record}`];
  return [`has ${count(same, 'session')} that ${plural(same, 'is', 'are')} in ${before.record} too`];
}

function sessionsBegun({
  sessions,
  host,
  merged,
}: RunFile): readonly { readonly startedAt: string; readonly host: HostFacts }[] {
  return sessions.map(({ startedAt, record = 0 }) => ({
    startedAt,
    host: merged === undefined ? host : merged.records[record]!.host,
  }));
}

function differences(first: RecordNamed, own: RecordNamed): string[] {
  const [a, b] = [first.run, own.run];
  if (a.study.name !== b.study.name) return [differs('study', b.study.name, a.study.name, first)];
  return ASPECTS.flatMap(({ what, of }) => {
    const [there, here] = [of(a), of(b)];
    return there === here ? [] : [differs(what, here, there, first)];
  }).concat(cellsThatDiffer(first, own), targetsThatDiffer(first, own), linksThatDiffer(first, own));
}

function differs(what: string, here: string, there: string, { record }: RecordNamed): string {
  return isShort(here) && isShort(there)
    ? `has another ${what} than ${record}: ${here}, there ${there}`
    : `has another ${what} than ${record}`;
}

const MOST_SHOWN = 60;

function isShort(text: string): boolean {
  return text !== '' && text.length <= MOST_SHOWN && !/^[[{]/.test(text);
}

/** How much was measured, and by which chance, may differ. */
const PROTOCOL = [
  'margin',
  'precision',
  'confidence',
  'warmup',
  'timeoutMs',
  'exchangesPerVisit',
  'interleave',
  'design',
  'twin',
  'published',
] as const satisfies readonly Exclude<keyof Protocol, 'seed' | 'budgetMs' | 'sessions'>[];

const QUESTIONS = [
  'comparisons',
  'claims',
  'publishedFigures',
  'indicators',
  'index',
  'price',
] as const satisfies readonly (keyof Study)[];

interface Aspect {
  readonly what: string;
  readonly of: (run: RunFile) => string;
}

const ASPECTS: readonly Aspect[] = [
  { what: 'version of Wirefare', of: ({ wirefare }) => wirefare },
  ...PROTOCOL.map((name) => ({
    what: `protocol (${name})`,
    of: ({ study: { protocol } }: RunFile) => said(protocol[name]),
  })),
  { what: 'payload', of: ({ study }) => said(study.payloads.map(payloadKey)) },
  { what: 'network', of: ({ study }) => said(study.networks) },
  ...QUESTIONS.map((name) => ({ what: `set of ${name}`, of: ({ study }: RunFile) => said(study[name]) })),
  { what: 'limit to keep', of: ({ study }) => (study.keep === undefined ? 'none' : sayKeep(study.keep)) },
  { what: 'part of held cells', of: ({ held }) => (held === undefined ? 'none' : 'some') },
  {
    what: 'design of cells',
    of: ({ plan }) =>
      said(plan.cells.flatMap(({ id, role }) => (role === undefined ? [] : [[id, role.kind]]))),
  },
];

function said(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number'
    ? String(value)
    : (JSON.stringify(value) ?? 'none');
}

/** A URL may answer something else each time; data are what they are. */
function payloadKey({ name, digest, source, url }: Study['payloads'][number]): readonly string[] {
  return [name, url === undefined ? digest : source];
}

/** A model of TCP is never taken together with packets. */
function linksThatDiffer(first: RecordNamed, own: RecordNamed): string[] {
  const [there, here] = [first, own].map(({ run: { link } }) =>
    link === null ? null : link.networks.some(({ engine }) => engine === 'modelled'),
  );
  if (there == null || here == null || there === here) return [];
  const say = (isModelled: boolean) => (isModelled ? 'modelled' : 'carried by packets');
  return [`has networks that were ${say(here)}, in ${first.record} they were ${say(there)}`];
}

function cellsThatDiffer(first: RecordNamed, own: RecordNamed): string[] {
  const [there, here] = [first, own].map(({ run }) => new Set(run.study.parts.flatMap(keysOfPart)));
  const onlyHere = [...here!].filter((key) => !there!.has(key)).length;
  const onlyThere = [...there!].filter((key) => !here!.has(key)).length;
  if (onlyHere + onlyThere === 0) return [];
  const parts = [
    ...(onlyHere > 0 ? [`has ${count(onlyHere, 'cell')} that ${first.record} lacks`] : []),
    ...(onlyThere > 0 ? [`lacks ${count(onlyThere, 'cell')} of ${first.record}`] : []),
  ];
  return [parts.join(' and ')];
}

function keysOfPart({ name, cells }: Study['parts'][number]): string[] {
  return cells.map((cell) => `${name} ${wordsKey(cell, FACTOR_NAMES)}`);
}

/** Another version of a server is another server. */
function targetsThatDiffer(first: RecordNamed, own: RecordNamed): string[] {
  const [there, here] = [first, own].map(({ run }) => versionsOf(run));
  return [...here!].flatMap(([name, version]) => {
    const known = there!.get(name);
    return known === undefined || known === version
      ? []
      : [differs(`version of target ${name}`, version, known, first)];
  });
}

function versionsOf({ sessions }: RunFile): ReadonlyMap<string, string> {
  const versions = new Map<string, Set<string>>();
  for (const { about } of sessions.flatMap(allTargetFacts)) {
    versions.set(about.name, (versions.get(about.name) ?? new Set()).add(about.version));
  }
  return new Map([...versions].map(([name, own]) => [name, [...own].toSorted().join(', ')]));
}
