// Data that were screened without a browser, into ways to send them: decoders are timed where they will run.

import type { Screened } from '../../advise/screening/screened.ts';
import { todayOfSource } from '../../advise/today.ts';
import { waysFrom } from '../../advise/ways.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { Way } from '../../record/advice-facts.ts';
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
  { settings, ref, today, sizes, screened }: PreparedData,
  host: Host,
  drivers: Drivers,
): Promise<ScreenedPayload> {
  const { browser, budgetMs } = settings;
  const question = { screened, payload: ref, n: objectsAsked(ref, settings), browser, budgetMs };
  const page = await pageTimes(question, host, drivers);
  host.interrupted.throwIfAborted();
  const ways = waysFrom(screened, page).filter(({ codec }) => runsIn(browser, codec));
  return { screened, ways, today: requireToday(ways, settings.today ?? todayOfSource(today), sizes) };
}

/** `response.json()` takes body and objects in one step, which Node cannot stamp. */
function runsIn(browser: string, codec: string): boolean {
  return browser !== 'node' || codec !== 'response.json';
}
