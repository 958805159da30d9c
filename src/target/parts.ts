// Makes the parts of the embedded target: the data in memory, their encoders, which are bound at first use,
// the computations and compressions, and the /about that lists them. All are made once, before the ready
// line.

import type { Clock } from '../base/clock.ts';
import { COMPRESSIONS } from '../compression/catalogue.ts';
import { compressorOf } from '../compression/node-zlib.ts';
import { computationNamed, computationsForDataset } from '../data/compute/computations.ts';
import type { StoredData } from '../data/store/stored-data.ts';
import { COMPUTATIONS } from '../factors/computation.ts';
import type { Protocol } from '../factors/protocol.ts';
import { encoderNamed, FORMATS, formatNamed } from '../formats/catalogue.ts';
import { refusalOf } from '../formats/shared/refusal.ts';
import { MESSAGE_LIMITS, type MessageFeatures } from '../wire/sequence.ts';
import { type About, type CallFeatures, CONTRACT_VERSION } from '../wire/target-contract.ts';
import { Calls } from './calls/answers.ts';
import { callFeatures, operationsOn } from './calls/operations.ts';
import { DICTIONARY_COMPRESSIONS, dictionaries } from './dictionary.ts';
import { type BoundEncoder, compressKey, computeKey, encoderKey } from './exchange.ts';
import { type Gate, OPEN_GATE } from './gate.ts';
import type { TargetParts } from './handler.ts';
import { Sequences } from './messages/sequences.ts';

export interface PartsSettings {
  /** Generated datasets, all of the same length, which becomes the largest n. */
  readonly datasets: readonly StoredData[];
  /** People's own data, under names that no dataset has. */
  readonly payloads?: readonly StoredData[];
  readonly version: string;
  /** Versions of the runtime and its libraries. */
  readonly versions: Readonly<Record<string, string>>;
  /** The protocols that it listens for. */
  readonly protocols: readonly Protocol[];
  readonly clock: Clock;
  /** CPU time of the process so far, all threads, ms; absent if nobody counts it. */
  readonly cpuMs?: () => number;
  /** Absent: it answers anybody. */
  readonly gate?: Gate;
  onFailure(thrown: unknown): void;
}

export function makeParts(settings: PartsSettings): TargetParts {
  const { datasets, payloads = [], clock, cpuMs = null, gate = OPEN_GATE, onFailure } = settings;
  const everything = new Map([...datasets, ...payloads].map((data) => [data.name, data]));
  const encoders = [...everything.values()].flatMap((data) =>
    FORMATS.flatMap(({ name, encoders }) =>
      encoders.map(
        (encoder) => [encoderKey(data.name, name, encoder.name), lazily(data, name, encoder.name)] as const,
      ),
    ),
  );
  const computations = [...everything.keys()].flatMap((name) =>
    computationsForDataset(name).map(
      (each) => [computeKey(name, each), computationNamed(each, name)] as const,
    ),
  );
  const compressors = COMPRESSIONS.flatMap(({ name, levels }) =>
    (levels.length === 0 ? [null] : levels).map(
      (level) => [compressKey(name, level), compressorOf({ coding: name, level })] as const,
    ),
  );
  const bound = new Map(encoders);
  const operations = operationsOn(everything);
  const about = describe(settings, callFeatures(operations));
  const refusalOf = refusals(everything);
  const { features } = about;
  return {
    about,
    sequences: new Sequences({ features, datasets: everything, refusalOf, clock, cpuMs, onFailure }),
    datasets: everything,
    encoders: bound,
    dictionaryOf: dictionaries(everything, ({ dataset, format, codec }) => {
      return bound.get(encoderKey(dataset, format, codec))!;
    }),
    computations: new Map(computations),
    compressors: new Map(compressors),
    calls: new Calls({ features, operations, compressors: new Map(compressors), clock, onFailure }),
    clock,
    refusalOf,
    gate,
    onFailure,
  };
}

function lazily({ schema }: StoredData, format: string, encoder: string): BoundEncoder {
  let bound: BoundEncoder['encode'] | null = null;
  return {
    contentType: formatNamed(format).contentType,
    get encode() {
      bound ??= encoderNamed(format, encoder).bind(schema);
      return bound;
    },
  };
}

/**
 * Data that a format cannot carry must not be served, so all values are looked at before the first one is
 * served.
 */
function refusals(everything: ReadonlyMap<string, StoredData>): TargetParts['refusalOf'] {
  const known = new Map<string, string | null>();
  return (dataset, format, encoder) => {
    const key = encoderKey(dataset, format, encoder);
    const before = known.get(key);
    if (before !== undefined) return before;
    const refusal = refusalOf(everything.get(dataset)!, format, encoder);
    known.set(key, refusal);
    return refusal;
  };
}

function describe(
  { datasets, payloads = [], version, versions, protocols }: PartsSettings,
  calls: CallFeatures,
): About {
  return {
    contract: CONTRACT_VERSION,
    name: 'node',
    version,
    versions,
    features: {
      datasets: datasets.map(({ name }) => name),
      maxN: datasets.length === 0 ? 1 : Math.min(...datasets.map(({ maxN }) => maxN)),
      formats: Object.fromEntries(
        FORMATS.map(({ name, encoders }) => [name, encoders.map((each) => each.name)]),
      ),
      compressions: Object.fromEntries(COMPRESSIONS.map(({ name, levels }) => [name, levels])),
      computations: COMPUTATIONS,
      protocols,
      messages: messageFeatures(protocols),
      calls,
      payloads: payloads.map(({ name, shape, count, maxN, dictionary }) => {
        const facts = { name, shape, count, maxN };
        return dictionary === undefined ? facts : { ...facts, dictionary: DICTIONARY_COMPRESSIONS };
      }),
    },
  };
}

/**
 * What /about says of messages, for a target that listens for these protocols. It has no WebSocket over
 * HTTP/2 (RFC 8441).
 */
function messageFeatures(protocols: readonly Protocol[]): MessageFeatures {
  const overSockets = protocols.filter((each) => each === 'http1' || each === 'https1');
  return {
    endpoints: {
      post: protocols,
      sse: protocols,
      stream: protocols,
      'long-polling': protocols,
      websocket: overSockets,
    },
    permessageDeflate: true,
    largestBytes: MESSAGE_LIMITS.mostBytes,
    contents: ['random', 'data'],
  };
}
