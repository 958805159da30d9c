// Data that were screened without a browser, into ways to send them: decoders are timed where they will run.

<<<<<<< HEAD
import type { Screened } from '../../advise/screening/screened.ts';
=======
import { libraryWeights } from '../../advise/library-weight.ts';
import { ADVISED_FORMATS } from '../../advise/screening/advised-formats.ts';
import { offeredPath } from '../../advise/screening/offered-path.ts';
import { refusedWays, type Screened } from '../../advise/screening/screened.ts';
>>>>>>> e15
import { todayOfSource } from '../../advise/today.ts';
import { waysFrom } from '../../advise/ways.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { Way } from '../../record/advice-facts.ts';
import type { AdviseSettings } from './flags.ts';
import { objectsAsked } from './kept.ts';
import { pageTimes } from './page-times.ts';
import type { PreparedData } from './prepared.ts';
import { requireToday } from './todays-way.ts';

export interface ScreenedPayload {
  readonly screened: readonly Screened[];
  readonly ways: readonly Way[];
  /** Index of today's way. */
  readonly today: number;
}

export async function screenAll(
  { ref, today, sizes, screened }: PreparedData,
  settings: AdviseSettings,
  host: Host,
  drivers: Drivers,
): Promise<ScreenedPayload> {
<<<<<<< HEAD
=======
  const asked = settings.today ?? todayOfSource(payload.today);
  const bodies = payload.shape === 'messages' ? ref.count : 1;
  const made = madeBeside();
  // It is waited for below, and may fail before that.
  made.catch(() => undefined);
  const sizes = await screenSizes(payload, ref.jsonBytes, bodies, asked, host);
  host.interrupted.throwIfAborted();
  host.err(`${sayFirstAnswer(sizes.screened)}\n`);
  const offered = offeredPath(payload, settings.reading.path, refusedWays(sizes.screened));
  if (offered !== null) host.err(`note: ${sayOfferedPath(offered)}\n`);
  // Nothing else may take a core while something is timed.
  await made;
  host.interrupted.throwIfAborted();
  const screened = await screenTimes(payload, sizes, settings.budgetMs, host);
  host.interrupted.throwIfAborted();
>>>>>>> e15
  const { browser, budgetMs } = settings;
  const question = { screened, payload: ref, n: objectsAsked(ref, settings), browser, budgetMs };
  const page = await pageTimes(question, host, drivers);
  host.interrupted.throwIfAborted();
  const ways = waysFrom(screened, page).filter(({ codec }) => runsIn(browser, codec));
  return { screened, ways, today: requireToday(ways, settings.today ?? todayOfSource(today), sizes) };
}

/**
 * The agent page, and what libraries weigh: both follow from the sources alone, and are remembered until they
 * are needed. Sizes, beside which they are made, are no times. A failure is told by whoever waits for it.
 */
async function madeBeside(): Promise<void> {
  const { bundlePage } = await import('../../run/agents/bundle-page.ts');
  await Promise.all([bundlePage(), libraryWeights(ADVISED_FORMATS.flatMap(({ codecs }) => codecs))]);
}

/** `response.json()` takes body and objects in one step, which Node cannot stamp. */
function runsIn(browser: string, codec: string): boolean {
  return browser !== 'node' || codec !== 'response.json';
}
