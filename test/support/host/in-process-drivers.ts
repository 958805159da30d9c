// Drivers for tests of whole commands: the real target's and the real Node agent's programs in this process,
// and a link without packets. Only the processes are fakes.

import { provideEventSource } from '../../../src/agent/event-source.ts';
import { LabClient } from '../../../src/agent/lab-client.ts';
import { work } from '../../../src/agent/work.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type { EnvironmentError } from '../../../src/base/errors.ts';
import { readStoredPayload } from '../../../src/data/store/payload-store.ts';
import type { TargetSettings } from '../../../src/drive/driver.ts';
import { RESOURCE_TIMING } from '../../../src/exchange/connections/resource-entries.ts';
import { MAIN_THREAD } from '../../../src/exchange/exchange-thread.ts';
import { FakeDrivers } from '../drivers/fake-drivers.ts';
import type { FakeLinkScript } from '../drivers/fake-link.ts';
import { type Cheat, startCheating } from '../targets/cheating-target.ts';

export interface InProcess {
  /** Built into the target from the nth start on; start 0 is the conformance suite's. */
  readonly cheat?: (start: number, target: string) => Cheat;
  /**
   * The targets that cheat count as held to the contract already, so that every start is a session's: for
   * cheats that begin after that.
   */
  readonly isVerified?: true;
  /**
   * The target as it is, without a cheat, is held to the contract before it is measured: for tests of that.
   * Absent: it counts as held to it, which src/verify/verify-process.test.ts does for all.
   */
  readonly verifies?: true;
  /** Names of targets that are all the same program; absent: `node` alone. */
  readonly targets?: readonly string[];
  readonly offers?: readonly 'eval'[];
  /** Called with the nth session's agent after every block. */
  readonly whileWorking?: (session: number) => void;
  readonly missing?: EnvironmentError;
  readonly link?: FakeLinkScript;
  /** As a page does whose browser is ended: it tells the lab that it was closed. */
  readonly leavesWord?: true;
}

/** For targets that are answered otherwise than a run's own are. */
export class EverythingVerified extends Map<string, number> {
  override get(): number {
    return 1;
  }
}

/** What the agent's program says of itself, run in this process. */
export const IN_PROCESS = {
  engine: 'node',
  engineVersion: '24.0.0',
  userAgent: 'in process',
  cores: 1,
  crossOriginIsolated: true,
  visible: true,
  protocols: ['http1'],
  timings: RESOURCE_TIMING,
  threadFor: () => MAIN_THREAD,
} as const;

export function inProcessDrivers(given: InProcess, clock: Clock): FakeDrivers {
  const {
    cheat,
    isVerified = cheat === undefined,
    verifies = false,
    targets: names = ['node'],
    offers = ['eval'],
    whileWorking,
    missing,
    link,
    leavesWord,
  } = given;
  provideEventSource();
  let targets = 0;
  let agents = 0;
  const agent = async (pageUrl: string, closed: AbortSignal) => {
    const session = agents++;
    const { origin, hash } = new URL(pageUrl);
    const lab = new LabClient(origin);
    const introduction = {
      token: new URLSearchParams(hash.slice(1)).get('token')!,
      ...IN_PROCESS,
      offers,
      disturbance: () => {
        // An agent whose session is over goes on for a while, as nobody ends a function.
        if (!closed.aborted) whileWorking?.(session);
        return null;
      },
    };
    const ended = new Promise<void>((resolve) => closed.addEventListener('abort', () => resolve()));
    const closing = { what: 'the page was closed', stack: '' };
    if (leavesWord) void ended.then(() => lab.postTrouble(closing).catch(() => undefined));
    await Promise.race([work(lab, introduction), ended]);
  };
  const start =
    (name: string) =>
    async ({ payloads = [], readers }: TargetSettings) => {
      const own = payloads.map(({ folder }) => readStoredPayload(folder));
      const built = cheat?.(targets++, name) ?? {};
      const { url, secret, close } = await startCheating(built, clock, null, own, readers ?? null);
      const about = (await (await fetch(`${url}/about`)).json()) as never;
      return { url, about, close, secret };
    };
  const client = missing === undefined ? { run: agent } : { run: agent, missing };
  // Chromium here is a name: the program is the Node agent's, without a DOM.
  const fakes = new FakeDrivers(
    { node: client, chromium: client },
    Object.fromEntries(names.map((name) => [name, { start: start(name) }])),
    link,
  );
  if (isVerified && !verifies) return Object.assign(fakes, { verified: new EverythingVerified() });
  return fakes;
}
