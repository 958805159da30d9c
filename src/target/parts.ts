// What the embedded target is made of: the datasets in memory, an encoder bound for each of them, the computations and
// compressions, and the /about that lists them. Made once, before the ready line.

import type { Clock } from '../base/clock.ts';
import { COMPRESSIONS } from '../compression/catalogue.ts';
import { compressorOf } from '../compression/node-zlib.ts';
import { COMPUTATIONS, computationNamed } from '../compute/computations.ts';
import { FORMATS } from '../formats/catalogue.ts';
import type { Protocol } from '../wire/factors.ts';
import type { About } from '../wire/target-contract.ts';
import { compressKey, computeKey, encoderKey, type StoredDataset } from './exchange.ts';
import type { TargetParts } from './handler.ts';

export interface PartsSettings {
  /** By name; all of the same length, which becomes the largest n. */
  readonly datasets: ReadonlyMap<string, StoredDataset>;
  readonly version: string;
  /** Of the runtime and its libraries. */
  readonly versions: Readonly<Record<string, string>>;
  /** What it listens for. */
  readonly protocols: readonly Protocol[];
  readonly clock: Clock;
  onFailure(thrown: unknown): void;
}

export function makeParts(settings: PartsSettings): TargetParts {
  const { datasets, clock, onFailure } = settings;
  const perDataset = [...datasets].flatMap(([dataset, { schema, records }]) =>
    FORMATS.flatMap(({ name, contentType, encoders }) =>
      encoders.map((encoder) => {
        // Once, for all that is in memory: what a format cannot carry must not start to be served.
        encoder.refuse(schema)(records);
        const bound = { contentType, encode: encoder.bind(schema) };
        return [encoderKey(dataset, name, encoder.name), bound] as const;
      }),
    ),
  );
  const computations = [...datasets.keys()].flatMap((dataset) =>
    COMPUTATIONS.map((name) => [computeKey(dataset, name), computationNamed(name, dataset)] as const),
  );
  const compressors = COMPRESSIONS.flatMap(({ name, levels }) =>
    (levels.length === 0 ? [null] : levels).map(
      (level) => [compressKey(name, level), compressorOf({ name, level })] as const,
    ),
  );
  return {
    about: describe(settings),
    datasets,
    encoders: new Map(perDataset),
    computations: new Map(computations),
    compressors: new Map(compressors),
    clock,
    onFailure,
  };
}

function describe({ datasets, version, versions, protocols }: PartsSettings): About {
  return {
    contract: 1,
    name: 'node',
    version,
    versions,
    features: {
      datasets: [...datasets.keys()],
      maxN: Math.min(...[...datasets.values()].map(({ records }) => records.length)),
      formats: Object.fromEntries(
        FORMATS.map(({ name, encoders }) => [name, encoders.map((each) => each.name)]),
      ),
      compressions: Object.fromEntries(COMPRESSIONS.map(({ name, levels }) => [name, levels])),
      computations: COMPUTATIONS,
      protocols,
    },
  };
}
