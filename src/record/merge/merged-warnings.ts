// What a merged record warns of: what its records do, under the numbers that their sessions have now, and
// what only all of them together show.

import { count, listed, plural } from '../../base/figures/plurals.ts';
import type { WarningKind } from '../../base/warnings/catalogue.ts';
import { MERGED_WARNINGS } from '../../base/warnings/merged.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { lookOfMerge } from '../looks.ts';
import type { ClientsFacts, MergedRecord, RunFile, SessionFacts } from '../record.ts';
import type { MergedPlan } from './merge-plans.ts';

interface RunNamed {
  /** The folder's name. */
  readonly name: string;
  readonly run: RunFile;
}

export function mergedWarnings(
  given: readonly RunNamed[],
  { sessions, renumbered }: Pick<MergedPlan, 'sessions' | 'renumbered'>,
  records: readonly MergedRecord[],
): readonly Warning[] {
  return [
    ...given.flatMap(({ run }, index) => ownWarnings(run, renumbered[index]!)),
    ...mergedBefore(given),
    ...missingShares(records),
    ...differentClients(sessions),
    ...differentCores(sessions),
  ];
}

/** What a merge said of its records, the next one says of all of its own. */
function ownWarnings({ warnings }: RunFile, renumbered: ReadonlyMap<number, number>): readonly Warning[] {
  const isOfMerge = (kind: WarningKind) => Object.hasOwn(MERGED_WARNINGS, kind);
  return warnings
    .filter(({ kind }) => !isOfMerge(kind))
    .map((warning) => {
      const { session, what } = warning;
      const now = session === null ? undefined : renumbered.get(session);
      if (session === null || now === undefined) return { ...warning, session: null };
      // The words have the number that it had in its own record.
      return {
        ...warning,
        session: now,
        what: what.replace(new RegExp(`\\bsession ${session + 1}\\b`), `session ${now + 1}`),
      };
    });
}

/** Who merges on has seen what it said. Records that are merged anew do not tell that they were before. */
function mergedBefore(given: readonly RunNamed[]): readonly Warning[] {
  const names = given.flatMap(({ name, run }) => (run.merged === undefined ? [] : [name]));
  if (names.length === 0) return [];
  const look = lookOfMerge(given.map(({ run }) => run));
  const what = `${listed(names)} ${plural(names.length, 'was', 'were')} put together before, and could be reported then: this record is looked at with the level of look ${look}`;
  return [raise('merged-again', what)];
}

/** Of a plan that was dealt out: shares that nobody brought. */
function missingShares(records: readonly MergedRecord[]): readonly Warning[] {
  const deals = Map.groupBy(
    records.filter(({ share }) => share !== undefined),
    ({ seed, share }) => `${seed} ${share!.of}`,
  );
  return [...deals.values()].flatMap((own) => {
    const { of } = own[0]!.share!;
    const known = new Set(own.map(({ share }) => share!.nth));
    const missing = Array.from({ length: of }, (_, index) => index + 1).filter((nth) => !known.has(nth));
    if (missing.length === 0) return [];
    const shown = missing.slice(0, MOST_NAMED).map((nth) => `${nth}/${of}`);
    const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : '';
    const what = `${count(missing.length, 'share')} of ${of} ${plural(missing.length, 'is', 'are')} not among the records: ${shown.join(', ')}${more}`;
    return [raise('share-missing', what)];
  });
}

const MOST_NAMED = 5;

/** Clients of one name may be of several versions: whoever merges a week of them should know. */
function differentClients(sessions: readonly SessionFacts[]): readonly Warning[] {
  const agents = sessions.flatMap(({ agent }) => agent ?? []);
  return [...Map.groupBy(agents, ({ engine }) => engine)].flatMap(([engine, own]) => {
    const versions = [...new Set(own.map(({ engineVersion }) => engineVersion))].toSorted();
    if (versions.length < 2) return [];
    return [raise('clients-differ', `${engine} was ${versions.join(', ')}`)];
  });
}

/** A load does something else to a target with other cores. */
function differentCores(sessions: readonly SessionFacts[]): readonly Warning[] {
  const loaded = sessions.flatMap(({ status, clients }) =>
    status === 'complete' && clients !== undefined ? [clients] : [],
  );
  const kinds = Map.groupBy(loaded, sayCores);
  if (kinds.size < 2) return [];
  const told = [...kinds].map(([cores, { length }]) => `${cores} in ${count(length, 'session')}`);
  return [raise('load-cores-differ', `other clients and their targets had ${listed(told)}`)];
}

function sayCores({ cores: { target, generator, machine } }: ClientsFacts): string {
  if (target === null && generator === null) return `any of ${count(machine, 'core')}`;
  const had = (own: readonly number[] | null) => own?.length ?? machine;
  return `${had(generator)} and ${had(target)} of ${count(machine, 'core')}`;
}
