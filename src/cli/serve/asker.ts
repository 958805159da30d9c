// What the page starts: the verbs themselves, with a host whose words go to the page.

import { ADVISED_FORMATS } from '../../advise/screening/advised-formats.ts';
import type { Host } from '../../base/host.ts';
import { COMPRESSION_SPELLINGS } from '../../compression/catalogue.ts';
import type { Drivers } from '../../drive/driver.ts';
import { BROWSERS_HERE } from '../../factors/browser.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { SOURCE_KINDS } from '../../payload/source-kind.ts';
import { isUrl } from '../../payload/url/read-url.ts';
import { shownUrl } from '../../payload/url/shown-url.ts';
import type { Asker, Source } from '../../ui/ask/routes.ts';
import { MOST_UPLOAD_BYTES } from '../../ui/ask/uploads.ts';
import type { JobAsked } from '../../ui/jobs/jobs.ts';
import { type Flags, linesNamed, wordsNamed } from '../../ui/server/flags.ts';
import { advise } from '../advise/advise.ts';
import { ADVISE_DEFAULTS } from '../advise/defaults.ts';
import { adviseSettings } from '../advise/flags.ts';
import { measureSettings } from '../measure/flags.ts';
import { measure } from '../measure/measure.ts';
import type { Surrounded } from '../study/measure-study.ts';
import type { DataWorks } from './data-works.ts';
import { noteOfPage, pageHost } from './page-host.ts';
import { watched } from './watched-run.ts';

/** Flags that the page may give; all others are the terminal's. */
const SIZES_FLAGS = ['path', 'from', 'answers'] as const;
const MEASURE_FLAGS = ['network', 'budget', 'browser', 'link'] as const;
const ADVISE_FLAGS = [...SIZES_FLAGS, ...MEASURE_FLAGS, 'today'] as const;

/** What goes with the requests for an address, and how much and how long it may answer. */
function addressFlags(given: Flags) {
  return {
    ...linesNamed(given, ['header']),
    ...(given.insecure === true && { insecure: true }),
    ...wordsNamed(given, ['limit', 'timeout']),
  };
}

/** Whoever else has the page open sees what goes on, and a token may stand in an address. */
function nameShown({ name }: Source): string {
  return isUrl(name) && URL.canParse(name) ? shownUrl(new URL(name)) : name;
}

/** `works`: how data are read and taken through every format. */
export function asker(
  host: Host,
  recordsIn: string,
  driversFor: (host: Host) => Drivers,
  works: DataWorks,
): Asker {
  return {
    facts: {
      networks: NETWORKS.map((network) => ({ name: network.name, says: sayNetwork(network) })),
      kinds: SOURCE_KINDS,
      formats: ADVISED_FORMATS.map(({ name }) => name),
      compressions: COMPRESSION_SPELLINGS,
      browsers: BROWSERS_HERE,
      defaults: ADVISE_DEFAULTS,
      mostBytes: MOST_UPLOAD_BYTES,
    },
    verbs: {
      sizes: (source, given) => {
        const flags = { ...wordsNamed(given, SIZES_FLAGS), ...addressFlags(given) };
        return {
          kind: 'sizes',
          title: `sizes of ${nameShown(source)}`,
          isPassing: true,
          // Every load of the page asks for those of its data: asked once more, they would fill the queue.
          key: JSON.stringify(['sizes', source.dir, source.name, flags]),
          work: async (job) => {
            const there = pageHost(host, source.dir, job, () => {});
            const found = await works.sizes([source.name], flags, there);
            if (found === null) return null;
            const payload = { ...found.payload, notes: found.payload.notes.map(noteOfPage) };
            return { ...found, payload };
          },
        };
      },
      advise: (source, given) => {
        const flags = { ...wordsNamed(given, ADVISE_FLAGS), ...addressFlags(given) };
        adviseSettings(flags);
        return runJob(
          'advise',
          `advice on ${nameShown(source)}`,
          source,
          'reading the data',
          (there, around) => advise([source.name], flags, there, driversFor(there), around, works.advise),
        );
      },
      measure: (source, given) => {
        const flags = { ...wordsNamed(given, MEASURE_FLAGS), ...addressFlags(given) };
        measureSettings(source.name, flags, host);
        return runJob(
          'measure',
          `measuring ${nameShown(source)}`,
          source,
          'reading its answers',
          (there, around) => measure(source.name, flags, there, driversFor(there), around),
        );
      },
    },
  };

  function runJob(
    kind: string,
    title: string,
    source: Source,
    doing: string,
    act: (there: Host, around: Surrounded) => Promise<number>,
  ): JobAsked {
    return {
      kind,
      title,
      work: (job) => watched(job, { host, dir: source.dir, recordsIn, doing }, act),
    };
  }
}
