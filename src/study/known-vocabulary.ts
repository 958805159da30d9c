// The vocabulary of this program: what its catalogues hold, and the targets that the caller found.

import { COMPRESSIONS } from '../compression/catalogue.ts';
import { DCZ } from '../compression/dcz.ts';
import { CALLED_DATASETS } from '../data/calls.ts';
import { DATASET_NAMES } from '../data/catalogue.ts';
import { FORMATS } from '../formats/catalogue.ts';
import { NETWORKS } from '../network/profiles.ts';
import { BROWSERS, type TargetEncoders, type Vocabulary } from './vocabulary.ts';

/** `targets`: the folders under targets/; `programs`: those under clients/. */
export function knownVocabulary(
  targets: readonly string[],
  programs: readonly string[],
  targetEncoders: TargetEncoders = {},
): Vocabulary {
  return {
    datasets: [...DATASET_NAMES, ...CALLED_DATASETS],
    payloads: [],
    formats: FORMATS.map(({ name, codecs, encoders, programCodecs = [] }) => ({
      name,
      isText: codecs.some(({ takes }) => takes === 'text'),
      codecs: [
        ...codecs.map(({ name: codec, needs, takes }) => ({
          name: codec,
          needsBrowser: needs.some((need) => need !== 'eval'),
          takesAnswers: takes === 'json',
        })),
        ...programCodecs.map((codec) => ({ ...codec, needsBrowser: false, takesAnswers: false })),
      ],
      encoders: encoders.map((encoder) => encoder.name),
    })),
    compressions: [...COMPRESSIONS, DCZ],
    networks: NETWORKS,
    browsers: [...BROWSERS, ...programs],
    targets,
    targetEncoders,
  };
}
