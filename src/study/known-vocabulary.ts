// The vocabulary of this program: what its catalogues hold, and the targets and clients that the caller
// found.

import { COMPRESSIONS } from '../compression/catalogue.ts';
import { DCZ } from '../compression/dcz.ts';
import { CALLED_DATASETS } from '../data/calls.ts';
import { DATASET_NAMES } from '../data/catalogue.ts';
import { BROWSERS } from '../factors/browser.ts';
import type { FormatFacts } from '../formats/format.ts';
import { FORMAT_FACTS } from '../formats/format-facts.ts';
import { NETWORKS } from '../network/profiles.ts';
import type { CodecWords, FormatWords, TargetEncoders, Vocabulary } from './vocabulary.ts';

/** Client → format → its decoders, the default first; of one that names none, null: those of pages. */
export type ClientCodecs = Readonly<Record<string, Readonly<Record<string, readonly string[]>> | null>>;

/** `targets`: the folders under targets/; `clients`: those under clients/. */
export function knownVocabulary(
  targets: readonly string[],
  clients: ClientCodecs,
  targetEncoders: TargetEncoders = {},
  formats: readonly FormatFacts[] = FORMAT_FACTS,
): Vocabulary {
  return {
    datasets: [...DATASET_NAMES, ...CALLED_DATASETS],
    payloads: [],
    formats: formatWords(clients, formats),
    compressions: [...COMPRESSIONS, DCZ],
    networks: NETWORKS,
    browsers: [...BROWSERS, ...Object.keys(clients)],
    targets,
    targetEncoders,
  };
}

export function formatWords(
  clients: ClientCodecs,
  formats: readonly FormatFacts[] = FORMAT_FACTS,
): readonly FormatWords[] {
  return formats.map((format) => ({
    name: format.name,
    isText: format.codecs.some(({ takes }) => takes === 'text'),
    codecs: codecWords(format, clients),
    clientDefaults: clientDefaultCodecs(format, clients),
    encoders: format.encoders.map((encoder) => encoder.name),
  }));
}

function clientDefaultCodecs({ name }: FormatFacts, clients: ClientCodecs): Record<string, string> {
  const firsts = Object.entries(clients).map(([client, formats]) => [client, formats?.[name]?.[0]] as const);
  return Object.fromEntries(firsts.filter((each): each is [string, string] => each[1] !== undefined));
}

/** Those of pages first; then those that only clients have. */
function codecWords({ name, codecs }: FormatFacts, clients: ClientCodecs): CodecWords[] {
  const named = Object.entries(clients).flatMap(([client, formats]) =>
    (formats?.[name] ?? []).map((codec) => ({ codec, client })),
  );
  const having = (codec: string) => named.filter((each) => each.codec === codec).map(({ client }) => client);
  const inPages = codecs.map(
    ({ name: codec, needs, takes }): CodecWords => ({
      name: codec,
      needsBrowser: needs.some((need) => need !== 'eval'),
      takesAnswers: takes === 'json',
      ...(having(codec).length > 0 && { clients: having(codec) }),
    }),
  );
  const pages = new Set(codecs.map((each) => each.name));
  const others = new Set(named.map(({ codec }) => codec).filter((codec) => !pages.has(codec)));
  return [
    ...inPages,
    ...Array.from(
      others,
      (codec): CodecWords => ({
        name: codec,
        needsBrowser: false,
        takesAnswers: false,
        inPages: false,
        clients: having(codec),
      }),
    ),
  ];
}
