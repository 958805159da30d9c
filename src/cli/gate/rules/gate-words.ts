// What a gate names by words, held to what is known before anything is started for it.

import type { Host } from '../../../base/host.ts';
import { quoted } from '../../../base/spelling.ts';
import { BROWSERS, isElsewhere, isOverNetwork } from '../../../factors/browser.ts';
import { factorNamed } from '../../../factors/catalogue.ts';
import type { Word } from '../../../factors/factor.ts';
import { addMissing, compileFilter } from '../../../study/cells/filter.ts';
import { allCells } from '../../../study/cells/keep-cells.ts';
import { type Path, ProblemList } from '../../../study/file/problem-list.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import { isAsked } from '../../../study/gate/gate-sides.ts';
import type { Study } from '../../../study/study.ts';
import { type Vocabulary, withOwnWords } from '../../../study/vocabulary.ts';
import { vocabularyHere } from '../../study/vocabulary-here.ts';
import type { BaseRecord } from '../sides/gate-record.ts';
import { addWithoutUsual, browserOfGiven } from './gate-levels.ts';

/** What a gate's file names, and is read before its words can be told. */
export interface Brought {
  /** null where base is none. */
  readonly base: BaseRecord | null;
  /** The record's, or what the gate names; null where it makes its own. */
  readonly study: Study | null;
}

/**
 * Throws a UserError with every word that neither the study nor anybody else knows, and with browsers that
 * are not here.
 */
export function checkWords(gate: Gate, brought: Brought, file: string, host: Host): void {
  const { study } = brought;
  const problems = new ProblemList(file, gate.lineOf);
  const vocabulary = wordsOf(study, host);
  for (const [i, { where }] of gate.rules.entries()) {
    const path = ['gate', 'rules', gate.rulesAt[i]!];
    const { network = [], ...others } = where;
    const typed = [network].flat().find((word) => String(word).includes('='));
    compileFilter(typed === undefined ? where : others, path, [], vocabulary, problems);
    if (typed !== undefined)
      problems.add(
        [...path, 'network'],
        `${quoted(typed)} has figures of its own, which a rule cannot give: name a profile, or a network of the gate's study or record`,
      );
  }
  if (study === null && !isAsked(gate.base) && !isAsked(gate.head)) addWithoutUsual(gate, problems);
  for (const name of ['dataset', 'browser'] as const) {
    const word = gate[name];
    if (word !== null) addMissing(['gate', name], name, word, [], vocabulary, problems);
  }
  for (const [path, word] of browsersOf(gate, brought))
    if (comesFromElsewhere(word, vocabulary)) problems.add(path, `${quoted(word)} ${NOT_HERE}`);
  problems.throwIfAny();
}

/** With those of a study of its own. */
export function wordsOf(study: Study | null, host: Host): Vocabulary {
  const vocabulary = vocabularyHere(host);
  return study === null ? vocabulary : withOwnWords(vocabulary, study);
}

/** Every browser that may be measured in, and where it is named. */
function browsersOf(gate: Gate, { base, study }: Brought): (readonly [path: Path, word: Word])[] {
  const { rules, rulesAt, browser } = gate;
  const ofRules = rules.flatMap(({ where }, i) =>
    [where.browser ?? []].flat().map((word) => [['gate', 'rules', rulesAt[i]!, 'browser'], word] as const),
  );
  const own = browser === null ? [] : [[['gate', 'browser'], browser] as const];
  if (study === null || browserOfGiven(gate, base) !== null) return [...own, ...ofRules];
  const path = base === null ? ['gate', 'study'] : ['gate', 'base', 'record'];
  const ofStudy = new Set(allCells(study).map((cell) => cell.browser));
  return [...own, ...ofRules, ...[...ofStudy].map((word) => [path, word] as const)];
}

/** Nobody tells it at which address this machine is found: a gate is given none. */
function comesFromElsewhere(word: Word, vocabulary: Vocabulary): boolean {
  const read = factorNamed('browser').read(word, vocabulary, 'request');
  return 'word' in read && isOverNetwork(String(read.word));
}

const HERE = BROWSERS.filter((name) => !isElsewhere(name));
const NOT_HERE = `comes from elsewhere, and a gate measures in a browser of this machine: ${HERE.join(', ')}, or a Grid here`;
