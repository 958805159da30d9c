// The words of a study on this machine: those of the catalogues, the targets and clients that lie in
// the project's folders and in those elsewhere that the environment names.

import type { Host } from '../../base/host.ts';
import { clientCodecs } from '../../drive/agents/client-names.ts';
import { targetEncoders, targetNames } from '../../drive/targets/target-names.ts';
import { knownVocabulary } from '../../study/known-vocabulary.ts';
import type { Vocabulary } from '../../study/vocabulary.ts';
import { PROJECT_ROOT } from '../surroundings/folders.ts';

/** Throws a UserError where a folder elsewhere is not there, or two programs have the same name. */
export function vocabularyHere({ env }: Pick<Host, 'env'>): Vocabulary {
  return knownVocabulary(
    targetNames(PROJECT_ROOT, env),
    clientCodecs(PROJECT_ROOT, env),
    targetEncoders(PROJECT_ROOT, env),
  );
}
