// What the page starts: the verbs themselves, with a host whose words go to the page.

import { ADVISED_FORMATS } from '../../advise/screening/advised-formats.ts';
import type { Host } from '../../base/host.ts';
import { COMPRESSION_SPELLINGS } from '../../compression/catalogue.ts';
import type { Drivers } from '../../drive/driver.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { sayNetwork } from '../../network/say-network.ts';
import { howToSend } from '../../report/advice/how/how.ts';
import { adviceTables } from '../../report/advice/tables.ts';
import { makeTables } from '../../report/words/groups.ts';
import { allAnswers } from '../../report/words/sentences.ts';
import type { RunResult } from '../../ui/ask/asked.ts';
import type { Asker, Flags, Source } from '../../ui/ask/routes.ts';
import { MOST_UPLOAD_BYTES } from '../../ui/ask/uploads.ts';
import type { JobAsked, JobContext } from '../../ui/jobs/jobs.ts';
import { advise } from '../advise/advise.ts';
import { ADVISE_BROWSERS, ADVISE_DEFAULTS } from '../advise/defaults.ts';
import { adviseSettings } from '../advise/flags.ts';
import { measureSettings } from '../measure/flags.ts';
import { measure } from '../measure/measure.ts';
import { sizes } from '../sizes/sizes.ts';
import type { Surrounded } from '../study/measure-study.ts';
import { pageHost } from './page-host.ts';

/** Flags that the page may give; all others are the terminal's. */
const SIZES_FLAGS = ['path', 'from', 'answers', 'name'] as const;
const ADVISE_FLAGS = [...SIZES_FLAGS, 'network', 'today', 'budget', 'browser', 'n', 'epsilon'] as const;
const MEASURE_FLAGS = ['network', 'budget', 'browser'] as const;

export function asker(host: Host, recordsIn: string, driversFor: (host: Host) => Drivers): Asker {
  return {
    facts: {
      networks: NETWORKS.map((network) => ({ name: network.name, says: sayNetwork(network) })),
      formats: ADVISED_FORMATS.map(({ name }) => name),
      compressions: COMPRESSION_SPELLINGS,
      browsers: ADVISE_BROWSERS,
      defaults: ADVISE_DEFAULTS,
      mostBytes: MOST_UPLOAD_BYTES,
    },
    verbs: {
      sizes: (source, given) => ({
        kind: 'sizes',
        title: `sizes of ${source.name}`,
        work: async (job) => {
          const out: string[] = [];
          const there = pageHost(host, source.dir, job, (text) => out.push(text));
          await sizes([source.name], { ...only(given, SIZES_FLAGS), json: true }, there);
          return out.length === 0 ? null : JSON.parse(out.join(''));
        },
      }),
      advise: (source, given) => {
        const flags = only(given, ADVISE_FLAGS);
        adviseSettings(flags);
        return runJob('advise', `advice on ${source.name}`, source, (there, around) =>
          advise([source.name], flags, there, driversFor(there), around),
        );
      },
      measure: (source, given) => {
        const flags = only(given, MEASURE_FLAGS);
        measureSettings(source.name, flags, host);
        return runJob('measure', `measuring ${source.name}`, source, (there, around) =>
          measure(source.name, flags, there, driversFor(there), around),
        );
      },
    },
  };

  function runJob(
    kind: string,
    title: string,
    source: Source,
    act: (there: Host, around: Surrounded) => Promise<number>,
  ): JobAsked {
    return { kind, title, work: (job) => watched(job, host, source.dir, recordsIn, act) };
  }
}

/** What came of a run, as the page shows it; null where nothing was measured. */
export async function watched(
  job: JobContext,
  host: Host,
  dir: string | null,
  recordsIn: string,
  act: (there: Host, around: Surrounded) => Promise<number>,
): Promise<RunResult | null> {
  let result: RunResult | null = null;
  const { progress } = job;
  const watcher: NonNullable<Surrounded['watcher']> = {
    event(event) {
      progress.event(event);
      job.changed();
    },
    soFar: (run, summary) => progress.soFar(run, summary),
    ended(run, summary) {
      const answers = allAnswers(run, summary, makeTables(summary, run.study));
      result = {
        answers: answers.map(({ question, part, sentences }) => ({
          question: part === '' ? question : `${part}: ${question}`,
          sentences: sentences.map(({ kind, where, text, provisional = false }) => ({
            kind,
            text: where === '' ? text : `${where}, ${text}`,
            provisional,
          })),
        })),
        tables: adviceTables(run, summary),
        how: howToSend({ run, summary }),
        status: run.status,
      };
    },
  };
  progress.doing = 'reading it, then sizes and times in every format';
  job.changed();
  await act(
    pageHost(host, dir, job, () => {}),
    { watcher, recordsIn },
  );
  return result;
}

function only<Name extends string>(given: Flags, names: readonly Name[]): Partial<Record<Name, string>> {
  const entries = names.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : []));
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
