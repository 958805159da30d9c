// The words of a study on this machine: those of the catalogues, the targets and clients that lie in the project's folders.

import { clientCodecs } from '../drive/client-names.ts';
import { targetEncoders, targetNames } from '../drive/target-names.ts';
import { knownVocabulary } from '../study/known-vocabulary.ts';
import type { Vocabulary } from '../study/vocabulary.ts';
import { PROJECT_ROOT } from './places.ts';

export function vocabularyHere(): Vocabulary {
  return knownVocabulary(targetNames(PROJECT_ROOT), clientCodecs(PROJECT_ROOT), targetEncoders(PROJECT_ROOT));
}
