// A study file → a study. parseStudy is pure; loadStudy reads the file first and refuses what cannot be one.

import { parseDurationMs } from '../../base/units-as-typed.ts';
import { AS_IT_COMES_WORDS } from '../../factors/compression.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { networksNamedBy, payloadsNamedBy } from '../cells/keep-cells.ts';
import { withPacedNumbers } from '../cells/paced-numbers.ts';
import { DEFAULTS, LIMITS } from '../defaults.ts';
import { designProblems } from '../design.ts';
import { ProblemList } from '../file/problem-list.ts';
import { withoutFaults } from '../file/prune.ts';
import { addShapeProblems } from '../file/shape-problems.ts';
import { type StudyFile, studyFileSchema } from '../file/study-file.ts';
import type { PriceFile } from '../file/study-file-index.ts';
import { readStudyText, type StudyReader } from '../file/study-text.ts';
import { wordedFile } from '../file/worded-file.ts';
import { readYaml } from '../file/yaml-text.ts';
import { type Price, readPrice } from '../price.ts';
import { studyJsonSchema } from '../reference/json-schema.ts';
import type { Part, Study } from '../study.ts';
import type { Vocabulary } from '../vocabulary.ts';
import { OwnNetworks } from './own-networks.ts';
import { OwnPayloads, type PayloadReader, type ReadPayloads, readPayloads } from './own-payloads.ts';
import { resolveClaims } from './resolve-claims.ts';
import { resolveComparisons } from './resolve-comparisons.ts';
import { resolveFigures } from './resolve-figures.ts';
import { resolveIndex } from './resolve-index.ts';
import { makeParts, resolvePartLevels } from './resolve-parts.ts';
import { resolveProtocol } from './resolve-protocol.ts';
import { type ReadUrls, type UrlReader, UrlTargets, urlAskKey, urlsAskedBy } from './url-targets.ts';

/** The top keys of the file that cells are made from. */
const CELL_KEYS = ['factors', 'parts', 'exclude'];

/**
 * Throws a UserError that lists every problem found. `freshSeed` is taken where the file names no seed.
 * `fileName` is what the problems call the file.
 */
export function parseStudy(
  text: string,
  fileName: string,
  vocabulary: Vocabulary,
  freshSeed: number = DEFAULTS.protocol.seed,
): Study {
  return resolved(openStudy(text, fileName, vocabulary), vocabulary, NOTHING_READ, freshSeed);
}

/** Reads the file at `path`, the data of one's own and the URLs that it names, and parses it. */
export async function loadStudy(
  path: string,
  reader: StudyReader,
  vocabulary: Vocabulary,
  freshSeed: number = DEFAULTS.protocol.seed,
  payloads?: PayloadReader,
  urls?: UrlReader,
): Promise<Study> {
  const opened = openStudy(await readStudyText(path, reader), path, vocabulary);
  const { file } = opened;
  if (file === null) return resolved(opened, vocabulary, NOTHING_READ, freshSeed);
  const ofPayloads = payloads === undefined ? new Map() : await readPayloads(file, payloads);
  const ofUrls =
    urls === undefined
      ? new Map()
      : await readUrls(file, urls, [...vocabulary.datasets, ...namesIn(ofPayloads)]);
  return resolved(opened, vocabulary, { payloads: ofPayloads, urls: ofUrls }, freshSeed);
}

/** What was read beside the file: people's own data, and what URLs answer. */
interface ReadBeside {
  readonly payloads: ReadPayloads;
  readonly urls: ReadUrls;
}

const NOTHING_READ: ReadBeside = { payloads: new Map(), urls: new Map() };

function namesIn(payloads: ReadPayloads): string[] {
  return [...payloads.values()].flatMap((read) => ('digest' in read ? [read.name] : []));
}

async function readUrls(file: StudyFile, urls: UrlReader, taken: readonly string[]): Promise<ReadUrls> {
  const asks = urlsAskedBy(file);
  if (asks.length === 0) return new Map();
  const budgetMs = parseDurationMs(file.protocol?.budget ?? DEFAULTS.protocol.budget)!;
  const read = await urls.read(asks, { budgetMs, taken });
  return new Map(asks.map((ask, i) => [urlAskKey(ask), read[i]!]));
}

interface Opened {
  /** What is left of it where something in its shape is wrong; null where that is too little. */
  readonly file: StudyFile | null;
  readonly problems: ProblemList;
}

function openStudy(text: string, fileName: string, vocabulary: Vocabulary): Opened {
  const { value, lineOf, problems: ofText } = readYaml(text, fileName);
  const problems = new ProblemList(fileName, lineOf, ofText);
  return { file: checkShape(value, vocabulary, problems), problems };
}

function resolved(
  { file, problems }: Opened,
  vocabulary: Vocabulary,
  read: ReadBeside,
  freshSeed: number,
): Study {
  // With faults in its shape, what is left of the file is still resolved, only to find its other problems.
  const study = file === null ? null : resolveStudy(file, vocabulary, read, freshSeed, problems);
  problems.throwIfAny();
  return study!;
}

/** null where too little is left to look for more problems. */
function checkShape(value: unknown, vocabulary: Vocabulary, problems: ProblemList): StudyFile | null {
  if (value === null || value === undefined) {
    problems.add([], 'is empty; a study has at least study, title, question and factors');
    return null;
  }
  const schema = studyFileSchema(vocabulary);
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const jsonSchema = studyJsonSchema(vocabulary);
  addShapeProblems(checked.error.issues, value, jsonSchema, problems);
  return withoutFaults(value, schema);
}

function resolveStudy(
  typed: StudyFile,
  catalogues: Vocabulary,
  read: ReadBeside,
  freshSeed: number,
  problems: ProblemList,
): Study {
  const ownNetworks = new OwnNetworks(catalogues, problems);
  const ownPayloads = new OwnPayloads(catalogues, read.payloads, problems);
  const urlTargets = new UrlTargets(catalogues, read.urls, problems);
  const file = wordedFile(typed, {
    network: (own, path) => ownNetworks.nameOf(own, path),
    dataset: (own, path) => ownPayloads.nameOf(own, path),
    target: (own, path) => urlTargets.nameOf(own, path),
  });
  const urls = urlTargets.all();
  const vocabulary: Vocabulary = {
    ...catalogues,
    networks: ownNetworks.all(),
    datasets: ownPayloads.datasets(),
    payloads: [...ownPayloads.all(), ...urls.map(({ payload }) => payload)],
    targets: urlTargets.targets(),
    urls,
    compressions:
      urls.length === 0 ? catalogues.compressions : [...catalogues.compressions, AS_IT_COMES_WORDS],
  };
  const partLevels = resolvePartLevels(file, vocabulary, problems);
  // Cells made from faulty factors would only show the same faults again.
  const parts: readonly Part[] = problems.touches(CELL_KEYS)
    ? partLevels.map(({ name, title }) => ({ name, title, cells: [] }))
    : makeParts(file, partLevels, vocabulary, problems);
  const cells = parts.flatMap((part) => part.cells);
  const protocol = resolveProtocol(file.protocol ?? {}, cells, freshSeed, vocabulary, problems);
  const networks = networksNamedBy(cells, vocabulary.networks);
  const hasIndex = file.index !== undefined || problems.touches(['index']);
  // What is left of a faulty index would only be told as having no weights.
  const index =
    file.index === undefined || problems.touches(['index'])
      ? null
      : resolveIndex(file.index, cells, vocabulary, problems);
  const price = file.price === undefined ? null : resolvePrice(file.price, problems);
  checkNetworkCount(networks, problems);
  const study: Study = {
    name: file.study,
    title: file.title,
    question: file.question,
    source: file.source ?? null,
    standIns: file.standIns ?? [],
    parts: withPacedNumbers(parts, protocol.budgetMs),
    networks,
    payloads: payloadsNamedBy(cells, vocabulary.payloads),
    protocol,
    comparisons: resolveComparisons(file, parts, vocabulary, problems),
    claims: resolveClaims(file.claims ?? [], parts, hasIndex, vocabulary, problems),
    ...(file.publishedFigures !== undefined && {
      publishedFigures: resolveFigures(file.publishedFigures, parts, hasIndex, vocabulary, problems),
    }),
    ...(file.indicators !== undefined && { indicators: file.indicators }),
    ...(index !== null && { index }),
    ...(price !== null && { price }),
  };
  for (const problem of designProblems(study)) problems.add(['protocol', 'design'], problem);
  return study;
}

/** null where something is wrong. */
function resolvePrice(typed: PriceFile, problems: ProblemList): Price | null {
  // What is left of a faulty one would only be told as naming no price.
  if (Object.keys(typed).length === 0 && problems.touches(['price'])) return null;
  const read = readPrice(Object.entries(typed));
  if (!('faults' in read)) return read;
  for (const { word, ...fault } of read.faults)
    problems.addFault(word === '' ? ['price'] : ['price', word], fault);
  return null;
}

/** A link is refused more of them anyway, but only once it is to be set up. */
function checkNetworkCount(networks: readonly NetworkProfile[], problems: ProblemList): void {
  const { length } = networks.filter(({ name }) => name !== NO_NETWORK);
  if (length <= LIMITS.networks) return;
  problems.add(
    ['factors'],
    `the cells name ${length} emulated networks; at most ${LIMITS.networks} are allowed`,
  );
}
