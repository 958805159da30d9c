// Where in a gate's file stands what is wrong with the study that the gate made of it: nobody has written
// that study, so its keys and lines say nothing.

import { UserError } from '../../../base/errors.ts';
import { FACTOR_NAMES, type FactorName } from '../../../factors/catalogue.ts';
import type { Word } from '../../../factors/factor.ts';
import { type Path, ProblemList } from '../../../study/file/problem-list.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import type { Levels } from './gate-levels.ts';

/** `levels`: the study's factors, as it was made. Anything but a UserError stays as it was thrown. */
export function atOwnPlaces(thrown: unknown, gate: Gate, file: string, levels: Levels): unknown {
  if (!(thrown instanceof UserError)) return thrown;
  const problems = new ProblemList(file, gate.lineOf);
  for (const { file: _, path, ...fault } of thrown.problems)
    problems.addFault(placeOf(path, fault.what, gate, levels), fault);
  return new UserError(problems.all());
}

/** Of a place in the study, such as `factors.n[1]`. */
function placeOf(path: string, what: string, gate: Gate, levels: Levels): Path {
  const [, factor, index] = /^(?:factors\.)?(\w+)(?:\[(\d+)\])?/.exec(path) ?? [];
  const name = FACTOR_NAMES.find((known) => known === factor);
  if (name === undefined) return ['gate'];
  const words = levels[name] ?? [];
  // Where it is about one level of several without its place, it begins with that.
  const [first] = what.split(/[ :,]/);
  const word = index === undefined ? words.find((one) => String(one) === first) : words[Number(index)];
  const ofRule = () => ruleNaming(name, word, gate);
  switch (name) {
    case 'dataset':
      return placeOfDataset(word, gate);
    case 'n':
      return word !== undefined && gate.n.includes(Number(word))
        ? ['gate', 'n']
        : (ofRule() ?? ['gate', 'n']);
    case 'browser':
      return word !== undefined && word === gate.browser
        ? ['gate', 'browser']
        : (ofRule() ?? ['gate', 'browser']);
    default:
      // What nobody has named does not go with the data, with which the sentence begins then.
      return (
        ofRule() ??
        placeOfDataset(
          levels.dataset?.find((one) => one === first),
          gate,
        )
      );
  }
}

/** The first; undefined `word`: that names any of the factor. null where none does. */
function ruleNaming(name: FactorName, word: Word | undefined, { rules, rulesAt }: Gate): Path | null {
  const at = rules.findIndex(({ where }) => {
    const named = where[name];
    return named !== undefined && (word === undefined || ([named].flat() as Word[]).includes(word));
  });
  return at < 0 ? null : ['gate', 'rules', rulesAt[at]!, name];
}

/** Where nobody names any, it is the first that base has. */
function placeOfDataset(word: Word | undefined, gate: Gate): Path {
  const { dataset } = gate;
  if (dataset !== null && (word ?? dataset) === dataset) return ['gate', 'dataset'];
  return ruleNaming('dataset', word, gate) ?? ['gate', dataset === null ? 'base' : 'dataset'];
}
