// The words of a study on this machine: those of the catalogues, the targets and clients that lie in
// the project's folders and in those elsewhere that the environment names.

import type { Host } from '../../base/host.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { clientCodecs } from '../../drive/agents/client-names.ts';
import { targetEncoders, targetNames, targetProtocols } from '../../drive/targets/target-names.ts';
import { withNginx } from '../../factors/target.ts';
import { knownVocabulary } from '../../study/known-vocabulary.ts';
import type { Vocabulary } from '../../study/vocabulary.ts';

/** Throws a UserError where a folder elsewhere is not there, or two programs have the same name. */
export function vocabularyHere({ env }: Pick<Host, 'env'>): Vocabulary {
  const names = targetNames(PROJECT_ROOT, env);
  const encoders = targetEncoders(PROJECT_ROOT, env);
  const behindNginx = Object.entries(encoders).map(([name, own]) => [withNginx(name), own]);
  const known = knownVocabulary([...names, ...names.map(withNginx)], clientCodecs(PROJECT_ROOT, env), {
    ...encoders,
    ...Object.fromEntries(behindNginx),
  });
  return { ...known, targetProtocols: targetProtocols(PROJECT_ROOT, env) };
}
