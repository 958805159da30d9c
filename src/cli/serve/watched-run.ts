// A run that the page has started, followed by its events, and what came of it.

import { isAbort, messageOf } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { howToSend } from '../../report/advice/how/how.ts';
import { adviceTables } from '../../report/advice/tables.ts';
import { sayCaveats } from '../../report/words/caveats.ts';
import { makeTables } from '../../report/words/groups.ts';
import { allAnswers, sayEnding } from '../../report/words/sentences.ts';
import type { JobContext } from '../../ui/jobs/jobs.ts';
import type { RunResult } from '../../ui/jobs/run-result.ts';
import { failureFrom } from '../../ui/server/say-failure.ts';
import { inWordsOfPage } from '../../ui/server/words-of-page.ts';
import type { Surrounded } from '../study/measure-study.ts';
import { pageHost } from './page-host.ts';

export interface WatchedPlace {
  readonly host: Host;
  /** Where its files are; null: where the lab was started. */
  readonly dir: string | null;
  readonly recordsIn: string;
  /** What it does before there is a run. */
  readonly doing: string;
}

/** What came of a run, as the page shows it; null where nothing was measured. */
export async function watched(
  job: JobContext,
  { host, dir, recordsIn, doing }: WatchedPlace,
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
    untilQuiet: job.untilQuiet,
    isWatching: job.isWatching,
    ended(run, summary) {
      const says = sayEnding(summary, run.reason);
      const ending = says === null ? null : inWordsOfPage(says);
      const answers = allAnswers(run, summary, makeTables(summary, run.study));
      result = {
        answers: answers.map(({ question, part, sentences }) => ({
          question: part === '' ? question : `${part}: ${question}`,
          sentences: sentences.map(({ kind, where, text, provisional = false }) => ({
            kind,
            text: inWordsOfPage(where === '' ? text : `${where}, ${text}`),
            provisional,
          })),
        })),
        alerts: sayCaveats(run, summary).alerts.map(inWordsOfPage),
        tables: adviceTables(run, summary).map((table) => ({
          ...table,
          notes: table.notes.map(inWordsOfPage),
        })),
        warnings: summary.warnings.map(({ what, advice }) => ({
          what: inWordsOfPage(what),
          advice: inWordsOfPage(advice),
        })),
        how: howToSend({ run, summary }),
        status: run.status,
        ending,
      };
      if (run.status === 'failed' && ending !== null) job.failed({ problem: ending });
    },
  };
  progress.doing = doing;
  job.changed();
  try {
    await act(
      pageHost(host, dir, job, () => {}),
      { watcher, recordsIn },
    );
  } catch (thrown) {
    // What was measured until then stands beside why it broke off.
    if (result === null) throw thrown;
    if (!job.stopped.aborted) job.failed(failureFrom(thrown));
    else if (!isAbort(thrown)) job.note(messageOf(thrown));
  }
  return result;
}
