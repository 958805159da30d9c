// Every factor there is. To add one, add a file beside this one, a line in FACTORS and a line in
// NAMING_ORDER. Cells, records, study files, tables and comparisons follow from the declarations.

import { browser } from './browser.ts';
import { clients } from './clients.ts';
import { codec } from './codec.ts';
import { compression } from './compression.ts';
import { computation } from './computation.ts';
import { connection } from './connection.ts';
import { cpu } from './cpu.ts';
import { dataset } from './dataset.ts';
import { direction } from './direction.ts';
import { encoder } from './encoder.ts';
import type { CellKind, Factor, Word } from './factor.ts';
import { format } from './format.ts';
import { mode } from './mode.ts';
import { n } from './n.ts';
import { network } from './network.ts';
import { procedure } from './procedure.ts';
import { protocol } from './protocol.ts';
import { size } from './size.ts';
import { target } from './target.ts';
import { thread } from './thread.ts';
import { transport } from './transport.ts';

/** In the order in which records and tables of samples have them. */
export const FACTORS = {
  dataset,
  n,
  format,
  codec,
  encoder,
  compression,
  procedure,
  computation,
  network,
  connection,
  protocol,
  transport,
  direction,
  mode,
  size,
  browser,
  target,
  thread,
  clients,
  cpu,
} as const;

export type FactorName = keyof typeof FACTORS;
export type LevelOf<Name extends FactorName> = NonNullable<ReturnType<(typeof FACTORS)[Name]['parse']>>;
type KindOf<Name extends FactorName> = (typeof FACTORS)[Name]['kinds'][number];
/** The factors that study files may name. A codec is named with its format. */
export type StudyFactorName = {
  [Name in FactorName]: (typeof FACTORS)[Name]['inStudyFiles'] extends true ? Name : never;
}[FactorName];

/** The factors that cells of a kind have. */
export type FactorNameOf<Kind extends CellKind> = {
  [Name in FactorName]: Kind extends KindOf<Name> ? Name : never;
}[FactorName];

export const FACTOR_NAMES = Object.keys(FACTORS) as readonly FactorName[];

/** The declaration, for code that goes over all factors alike. */
export function factorNamed(name: FactorName): Factor {
  return FACTORS[name];
}

function namesWhere(has: (factor: Factor) => boolean): readonly FactorName[] {
  return FACTOR_NAMES.filter((name) => has(factorNamed(name)));
}

export const STUDY_FACTOR_NAMES = namesWhere(
  ({ inStudyFiles }) => inStudyFiles,
) as readonly StudyFactorName[];

/** The order in which the id of a cell names its levels. */
export const NAMING_ORDER = everyFactorOnce(
  'transport',
  'direction',
  'mode',
  'dataset',
  'format',
  'codec',
  'encoder',
  'size',
  'compression',
  'n',
  'procedure',
  'computation',
  'network',
  'protocol',
  'connection',
  'thread',
  'clients',
  'cpu',
  'browser',
  'target',
);

/** What a study compares if it names no comparisons: the factors whose levels one block visits. */
export const COMPARED_BY_DEFAULT = NAMING_ORDER.filter(
  (name) => factorNamed(name).comparedByDefault === true,
);

/** The factors that all ways of sending the same objects, or the same messages, have in common. */
export const SAME_WORK = namesWhere(({ role }) => role !== 'way');

/** The factors that may differ if `name` differs: a codec and an encoder belong to their format. */
export function factorsThatFollow(name: FactorName): readonly FactorName[] {
  return [name, ...((factorNamed(name).followedBy ?? []) as readonly FactorName[])];
}

export function isFactorOf(kind: CellKind, name: FactorName): boolean {
  return factorNamed(name).kinds.includes(kind);
}

export function isFactorName(word: string): word is FactorName {
  return Object.hasOwn(FACTORS, word);
}

/** Whether all cells of one table share a level of it, which the table's title names. */
export function isSharedInTable(kind: CellKind, name: FactorName): boolean {
  return factorNamed(name).sharedInTable.includes(kind);
}

/** The word that records hold for a factor that cells of that kind do not have. */
export function wordOfOtherKind(name: FactorName, kind: CellKind): Word {
  const word = factorNamed(name).otherKinds?.[kind];
  if (word === undefined) throw new Error(`factor ${name} says nothing of cells of kind ${kind}`);
  return word;
}

/** The compiler refuses a list in which a factor is missing. */
/** The compiler names the factor that is missing in the list. */
export function everyFactorOnce<const Names extends readonly FactorName[]>(
  ...names: Names & (Exclude<FactorName, Names[number]> extends never ? unknown : never)
): Names {
  return names;
}
