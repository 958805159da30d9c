// A study file in which every level is a word: networks, payloads and URLs that the file describes itself
// stand in it by their names, and the vocabulary knows those, so that nothing behind this has to tell them
// apart.

import { describedClients } from '../../factors/clients.ts';
import type { Word } from '../../factors/factor.ts';
import { asList } from '../resolve/resolve-levels.ts';
import type { Path } from './problem-list.ts';
import type { PartFile, StudyFile } from './study-file.ts';
import type { ClientsFile, FactorsFile } from './study-file-factors.ts';
import type { OwnNetworkFile } from './study-file-networks.ts';
import type { OwnPayloadFile } from './study-file-payloads.ts';
import type { UrlTargetFile } from './study-file-targets.ts';

export interface WordedFile extends Omit<StudyFile, 'factors' | 'parts'> {
  readonly factors?: WordedFactors | undefined;
  readonly parts?: readonly WordedPart[] | undefined;
}

export type WordedFactors = Omit<FactorsFile, 'network' | 'dataset' | 'target' | 'clients'> & {
  readonly network?: Words | undefined;
  readonly dataset?: Words | undefined;
  readonly target?: Words | undefined;
  readonly clients?: Word | readonly Word[] | undefined;
};

type WordedPart = Omit<PartFile, 'factors'> & { readonly factors?: WordedFactors | undefined };
type Words = string | readonly string[];

/** Name the levels that are described. */
export interface Namers {
  readonly network: (typed: OwnNetworkFile, path: Path) => string;
  readonly dataset: (typed: OwnPayloadFile, path: Path) => string;
  readonly target: (typed: UrlTargetFile, path: Path) => string;
}

export function wordedFile(file: StudyFile, name: Namers): WordedFile {
  const worded = (factors: FactorsFile | undefined, path: Path): WordedFactors | undefined => {
    if (factors === undefined) return undefined;
    const { network, dataset, target, clients, ...rest } = factors;
    return {
      ...rest,
      ...(network !== undefined && { network: words(network, [...path, 'network'], name.network) }),
      ...(dataset !== undefined && { dataset: words(dataset, [...path, 'dataset'], name.dataset) }),
      ...(target !== undefined && { target: words(target, [...path, 'target'], name.target) }),
      ...(clients !== undefined && { clients: clientsInWords(clients) }),
    };
  };
  const factors = worded(file.factors, ['factors']);
  const parts = file.parts?.map((part, index) => ({
    ...part,
    factors: worded(part.factors, ['parts', index, 'factors']),
  }));
  return { ...file, factors, parts };
}

/** The levels with a name in the place of each description. */
function words<Own extends object>(
  typed: string | Own | readonly (string | Own)[],
  path: Path,
  nameOf: (own: Own, path: Path) => string,
): Words {
  const word = (level: string | Own, at: Path) => (typeof level === 'string' ? level : nameOf(level, at));
  if (!Array.isArray(typed)) return word(typed as string | Own, path);
  return asList<string | Own>(typed).map((level, index) => word(level, [...path, index]));
}

/** `100@0.5/s` in the place of {count: 100, rate: 0.5/s}. */
function clientsInWords(typed: NonNullable<FactorsFile['clients']>): Word | readonly Word[] {
  const word = (level: Word | ClientsFile) => (typeof level === 'object' ? describedClients(level) : level);
  return Array.isArray(typed) ? typed.map(word) : word(typed as Word | ClientsFile);
}
