// Networks that a study file describes itself → profiles, each called by its name from here on.

import { quoted } from '../../base/spelling.ts';
import { parseBytes, parseDelayMs, parseRateKbits, parseShare } from '../../base/units-as-typed.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { DEFAULT_QUEUE_BYTES } from '../../network/profiles.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { LIMITS } from '../defaults.ts';
import type { Path, ProblemList } from '../file/problem-list.ts';
import {
  NAMELESS,
  OWN_NETWORK_KEYS,
  OWN_NETWORK_NAME,
  type OwnNetworkFile,
  type OwnNetworkKey,
} from '../file/study-file-networks.ts';
import { networkNames, type Vocabulary } from '../vocabulary.ts';

export class OwnNetworks {
  readonly #catalogue: Pick<Vocabulary, 'networks'>;
  readonly #problems: ProblemList;
  readonly #source: string;
  readonly #own = new Map<string, NetworkProfile>();

  /** `source`: who declares them. */
  constructor(catalogue: Pick<Vocabulary, 'networks'>, problems: ProblemList, source = 'the study file') {
    this.#catalogue = catalogue;
    this.#problems = problems;
    this.#source = source;
  }

  /** Those of the catalogue, and its own. */
  all(): readonly NetworkProfile[] {
    const names = networkNames(this.#catalogue);
    return [
      ...this.#catalogue.networks,
      ...[...this.#own.values()].filter(({ name }) => !names.includes(name)),
    ];
  }

  /**
   * The word that stands for it from here on. Adds a problem for all that is wrong, and for names that mean
   * two things.
   */
  nameOf(typed: OwnNetworkFile, path: Path): string {
    const profile = { ...readNetwork(typed, path, this.#problems), source: this.#source };
    const known = this.#catalogue.networks.find(({ name }) => name === profile.name);
    const former = known ?? this.#own.get(profile.name);
    const wrong = former === undefined ? null : clash(profile, former, known !== undefined, typed.name);
    if (wrong !== null) this.#problems.add(typed.name === undefined ? path : [...path, 'name'], wrong);
    // A name that means two things, or none, would only look like the same level twice.
    const isName = wrong === null && (typed.name === undefined || profile.name === typed.name);
    const name = isName ? profile.name : `${profile.name} ${this.#own.size}`;
    this.#own.set(name, { ...profile, name });
    return name;
  }
}

/** Why two networks cannot both have this name; null where they are the same. */
function clash(
  profile: NetworkProfile,
  former: NetworkProfile,
  isKnown: boolean,
  typedName: unknown,
): string | null {
  if (sameFigures(former, profile)) return null;
  const figures = `other figures (${sayNetwork(former)})`;
  if (isKnown) return `${profile.name} is a profile with ${figures}; choose another name`;
  return typedName === undefined
    ? `is another network without a name, with ${figures}; give each a name`
    : `a network above is named ${profile.name} too, with ${figures}`;
}

function sameFigures(a: NetworkProfile, b: NetworkProfile): boolean {
  const figures = ({ name: _, source: __, ...rest }: NetworkProfile) => Object.entries(rest).sort().join();
  return figures(a) === figures(b);
}

/** Always a profile: figures that are wrong have been told of, and the file is not used. */
function readNetwork(
  typed: OwnNetworkFile,
  path: Path,
  problems: ProblemList,
): Omit<NetworkProfile, 'source'> {
  for (const key of Object.keys(typed)) {
    if (!Object.hasOwn(OWN_NETWORK_KEYS, key)) {
      problems.addUnknown([...path, key], 'key', key, Object.keys(OWN_NETWORK_KEYS));
    }
  }
  const read = <T>(
    key: OwnNetworkKey,
    parse: (text: string | number) => T | null,
    check: Check<T>,
    or: T,
  ): T => readValue(typed[key], key, [...path, key], parse, check, or, problems);
  if (typed.down === undefined) {
    problems.add(path, `down is missing: give ${OWN_NETWORK_KEYS.down.title}, such as 20mbit`);
  }
  const downKbits = read('down', parseRateKbits, checkRate, LIMITS.mostKbits);
  const rttMs = read('rtt', parseDelayMs, checkDelay, 0);
  const jitter = (ms: number) =>
    checkDelay(ms) ??
    (ms > rttMs / 2 ? `is above half the round trip of ${rttMs} ms, which is each way’s delay` : null);
  return {
    name: read(
      'name',
      (text) => (OWN_NETWORK_NAME.test(String(text)) ? String(text) : null),
      anything,
      NAMELESS,
    ),
    downKbits,
    upKbits: read('up', parseRateKbits, checkRate, downKbits),
    rttMs,
    jitterMs: read('jitter', parseDelayMs, jitter, 0),
    lossShare: read('loss', parseShare, checkLoss, 0),
    queueBytes: read('queue', parseBytes, checkQueue, DEFAULT_QUEUE_BYTES),
  };
}

/** What is wrong with a value that could be read; null where nothing is. */
type Check<T> = (value: T) => string | null;

function readValue<T>(
  typed: unknown,
  key: OwnNetworkKey,
  path: Path,
  parse: (text: string | number) => T | null,
  check: Check<T>,
  or: T,
  problems: ProblemList,
): T {
  if (typed === undefined) return or;
  const value = typeof typed === 'string' || typeof typed === 'number' ? parse(typed) : null;
  const { title, example } = OWN_NETWORK_KEYS[key];
  if (value === null) {
    problems.add(path, `${quoted(typed)} is not ${title}, such as ${example}`);
    return or;
  }
  const wrong = check(value);
  if (wrong === null) return value;
  problems.add(path, `${typed} ${wrong}`);
  return or;
}

const anything = () => null;

function checkRate(kbits: number): string | null {
  const inRange = kbits >= LIMITS.leastKbits && kbits <= LIMITS.mostKbits;
  return inRange ? null : 'is not a rate from 8kbit to 100gbit';
}

function checkDelay(ms: number): string | null {
  if (ms >= 0 && ms <= LIMITS.longestRttMs) return null;
  const why = ms > 0 ? '; TCP takes what is not answered within a second for lost' : '';
  return `is not a time from 0ms to ${LIMITS.longestRttMs}ms${why}`;
}

function checkLoss(share: number): string | null {
  if (share >= 0 && share <= LIMITS.mostLossShare) return null;
  return `is not a share from 0% to ${LIMITS.mostLossShare * 100}%`;
}

function checkQueue(bytes: number): string | null {
  const inRange = bytes >= LIMITS.leastQueueBytes && bytes <= LIMITS.mostQueueBytes;
  return inRange ? null : 'is not a size from 1500B, one full packet, to 1000MB';
}
