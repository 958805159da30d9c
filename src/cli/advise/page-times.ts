// Decoders timed where they will run, before anyone chooses who is measured: Node's times may be off by
// several times, and what needs a DOM has none there.

import { decodersToTime, type PageTimes } from '../../advise/screening/page-times.ts';
import type { Screened } from '../../advise/screening/screened.ts';
import { count } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import { type DecodersTimed, timeDecoders } from '../../run/sessions/time-decoders.ts';
import type { PayloadRef } from '../../study/study.ts';
import { dataDirectory, openControl } from '../surroundings/run-context.ts';

/** Share of the whole budget, and at most. */
const SHARE = 0.07;
const MOST_MS = 8_000;

interface PageTimesRequest {
  readonly screened: readonly Screened[];
  readonly payload: PayloadRef;
  readonly n: number;
  readonly browser: string;
  readonly budgetMs: number;
}

/**
 * Null for a client in Node, which screening has timed. Rejects with an EnvironmentError where the browser is
 * missing. What could not be timed is told.
 */
export async function pageTimes(
  asked: PageTimesRequest,
  host: Host,
  drivers: Drivers,
): Promise<PageTimes | null> {
  const { screened, payload, n, browser, budgetMs } = asked;
  if (browser === 'node') return null;
  const decoders = decodersToTime(screened);
  host.onStep?.({ doing: `timing ${count(decoders.length, 'decoder')} in ${browser}` });
  await drivers.agent(browser).find();
  const control = await openControl();
  try {
    const { clock, interrupted } = host;
    const question = {
      payload,
      n,
      browser,
      target: 'node',
      decoders,
      withinMs: Math.min(MOST_MS, SHARE * budgetMs),
    };
    const context = { clock, drivers, control, dataDir: dataDirectory(host), interrupted };
    const found = await timeDecoders(question, context);
    if (!interrupted.aborted) for (const note of untimedNotes(found, browser)) host.err(`note: ${note}\n`);
    return toPageTimes(found, browser);
  } finally {
    await control.close();
  }
}

function toPageTimes({ timed }: DecodersTimed, browser: string): PageTimes {
  const ms = new Map(timed.map(({ format, codec, decodeMs }) => [`${format}/${codec}`, decodeMs]));
  return { browser, decodeMs: (format, codec) => ms.get(`${format}/${codec}`) ?? null };
}

/** One line a reason. */
function untimedNotes({ untimed }: DecodersTimed, browser: string): string[] {
  const byReason = Map.groupBy(untimed, ({ reason }) => reason);
  return [...byReason].map(([reason, those]) => {
    const names = those.map(({ format, codec }) => `${format}/${codec}`).join(', ');
    return `not timed in ${browser}, so that Node’s time chooses where there is one: ${names} (${reason})`;
  });
}
