// What a session stands on: fresh targets, one in most sessions, a fresh client at its desk, and a guard over
// all of them. Whatever happens, all of it is closed.

import { EnvironmentError } from '../../base/errors.ts';
import type {
  AgentDriver,
  AgentSettings,
  Placed,
  RunningAgent,
  RunningTarget,
  TargetSettings,
} from '../../drive/driver.ts';
import { NoRoom } from '../../drive/grid/wait-for-room.ts';
import type { SlowPlace } from '../../drive/slow/slowdown.ts';
import type { CertificateFiles } from '../../drive/targets/certificate.ts';
import { gridBrowser } from '../../factors/browser.ts';
import type { PlannedCell } from '../../plan/plan.ts';
import type { PayloadRef } from '../../study/study.ts';
import type { Registration } from '../../wire/agent-protocol.ts';
import { needsDictionary } from '../../wire/target-contract.ts';
import { AgentDesk } from '../agents/agent-desk.ts';
import type { RunContext } from '../run-context.ts';
import { originals } from './checks/expected-objects.ts';
import { dataOfCells } from './session-data.ts';
import { LostClient, SessionGuard, SessionTrouble } from './session-guard.ts';
import { http3Authorities, type SessionPlaces, tlsAuthorities } from './session-places.ts';

const REGISTER_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 1_000;
/** Somebody has to take a phone and open the page. */
const OUTSIDE_WITHIN_MS = 15 * 60_000;

export interface SessionNeeds {
  readonly browser: string;
  /** All that its cells name. */
  readonly targets: readonly string[];
  readonly cells: readonly PlannedCell[];
  /** The study's. */
  readonly payloads: readonly PayloadRef[];
  places(): Promise<SessionPlaces>;
  /** Whether the client is to be slowed down. */
  readonly isSlowed: boolean;
  /** null where no cell speaks TLS. */
  certificate(): Promise<CertificateFiles | null>;
  /** Where somebody else is to open it: told the URL. null: it is started here. */
  readonly tellOutside: ((pageUrl: string) => void) | null;
  /** Whether its client comes over the network, and not by loopback. */
  readonly isOverNetwork: boolean;
  /** Longest time without a word from the agent. */
  readonly silenceMs: number;
}

export interface Opened {
  readonly agent: RunningAgent;
  /** In the order of the needs. */
  readonly targets: readonly RunningTarget[];
  readonly registration: Registration;
  readonly places: SessionPlaces;
  /** Where the client runs; null where it is not to be slowed down. It keeps its pace so far. */
  readonly slowPlace: SlowPlace | null;
}

type Where = Pick<TargetSettings, 'placement' | 'tls' | 'readers'>;

export type OpeningContext = Pick<
  RunContext,
  'clock' | 'drivers' | 'control' | 'dataDir' | 'interrupted' | 'untilQuiet'
>;

export class SessionGround {
  readonly desk = new AgentDesk();
  readonly guard: SessionGuard;
  readonly #needs: SessionNeeds;
  readonly #context: OpeningContext;
  readonly #closers: (() => Promise<void> | void)[] = [];
  #where: Where | null = null;
  #agent: RunningAgent | null = null;

  constructor(needs: SessionNeeds, context: OpeningContext) {
    this.#needs = needs;
    this.#context = context;
    this.guard = new SessionGuard(context.clock, context.interrupted, needs.silenceMs);
    this.#closers.push(() => this.guard.close());
  }

  /**
   * Targets up, agent registered; each target is told of as soon as it is there. Rejects with a
   * SessionTrouble where the session cannot go on, or with what starting something throws.
   */
  async open(tell: { target(target: RunningTarget): void }): Promise<Opened> {
    const { drivers } = this.#context;
    const { browser, cells } = this.#needs;
    const places = await this.guard.wait(this.#needs.places());
    for (const need of places.needs) this.guard.watchExit(need.name, need.exited);
    const tls = await this.guard.wait(this.#needs.certificate());
    const pageUrl = await this.guard.wait(places.pageUrl(this.#openDesk()));
    const readers = { origin: new URL(pageUrl).origin, hosts: places.hosts };
    const where = { placement: places.server, tls, readers };
    this.#where = where;
    const targetsUp = Promise.all(
      this.#needs.targets.map(async (name) => {
        const target = await this.#startTarget(name, where);
        tell.target(target);
        this.guard.watchTarget(target.name, target.exited);
        return target;
      }),
    );
    // They are waited for below, and may fail before that.
    targetsUp.catch(() => undefined);

    this.#needs.tellOutside?.(pageUrl);
    // Only a client that is to trust a certificate has to know beforehand where it will meet it; others start
    // meanwhile.
    const trust =
      tls === null ? null : { ...tls, authorities: await tlsAuthorities(cells, places, await targetsUp) };
    const http3 = tls === null ? [] : await http3Authorities(cells, places, await targetsUp);
    const dictionaries = cells.some(({ factors }) => needsDictionary(factors.compression.coding));
    const slowPlace = this.#needs.isSlowed ? await this.start(drivers.slowdown().open(places.client)) : null;
    const placement = slowPlace?.placement ?? places.client;
    const opening = this.start(
      openAgent(drivers.agent(browser), pageUrl, { placement, trust, dictionaries, http3 }),
    );
    // Either may have to be built first, for minutes on a machine that is busy, and an agent that is not
    // there yet is not silent.
    const [targets, agent] = await this.guard.patiently(Promise.all([targetsUp, opening]));
    this.guard.watchExit(browser, agent.exited);
    this.#agent = agent;
    const { remote } = agent;
    // That it is lost the agent's end says.
    if (remote !== undefined) this.desk.whenAtRest(() => remote.stayAlive().catch(() => undefined));
    this.guard.watchTrouble(this.desk.trouble);
    // A node may die before its page is there, and nothing is timed yet.
    const looking = remote === undefined ? undefined : setInterval(() => void remote.isLost(), LOOK_EVERY_MS);
    const registration = await this.guard.wait(this.#registration()).finally(() => clearInterval(looking));
    if (!registration.visible) throw new SessionTrouble('the agent page is hidden: bring it to the front');
    // The rate that somebody agreed to knows nothing of sessions, and whoever follows the run may have begun
    // something else while nobody was there.
    const quiet = this.#context.untilQuiet?.();
    await this.guard.patiently(Promise.all([...targets.map(({ rested }) => rested), quiet]));
    this.guard.heard();
    return { agent, targets, registration, places, slowPlace };
  }

  /** Whether the remote end that started its client has it no more, also before it has come to its page. */
  async hasLostItsClient(): Promise<boolean> {
    return (await this.#agent?.remote?.isLost()) === true;
  }

  /** Where a remote end has put its client, also before that has come to its page. */
  get placed(): Placed | undefined {
    return this.#agent?.remote?.placed;
  }

  /** Sessions of others that share its client's node now; null where nobody says. */
  async neighbours(): Promise<number | null> {
    return (await this.#agent?.remote?.others()) ?? null;
  }

  /** Another one of a target that is there, with the same data and in the same place. */
  copyOf(target: RunningTarget): Promise<RunningTarget> {
    return this.#startTarget(target.name, this.#where!);
  }

  /** With the data of its own cells. */
  async #startTarget(name: string, where: Where): Promise<RunningTarget> {
    const { drivers, dataDir } = this.#context;
    const { cells, payloads } = this.#needs;
    const own = cells.filter(({ factors }) => factors.target === name);
    const data = dataOfCells(own, payloads, dataDir);
    return this.start(drivers.target(name).start({ ...data, ...where }));
  }

  async #registration(): Promise<Registration> {
    const { browser, tellOutside } = this.#needs;
    if (tellOutside === null) return withinTime(this.desk.registered, browser, REGISTER_WITHIN_MS);
    // Silence is no trouble until somebody has opened the page.
    return this.guard.patiently(withinTime(this.desk.registered, 'an agent outside', OUTSIDE_WITHIN_MS));
  }

  /** Closes everything, also where closing one thing fails; rejects with the first failure. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.reverse()) {
      try {
        await close();
      } catch (thrown) {
        failures.push(thrown);
      }
    }
    if (failures.length > 0) throw failures[0];
  }

  /**
   * A start that is still under way when the session is given up is waited for, and what it started is
   * closed.
   */
  async start<T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    this.#closers.push(async () => {
      const started = await starting.catch(() => null);
      await started?.close();
    });
    return this.guard.wait(starting);
  }

  #openDesk(): string {
    const cells = new Map(this.#needs.cells.map((cell) => [cell.id, cell]));
    const originalOf = originals(this.#context.dataDir, this.#needs.payloads);
    const original = (id: string, message: number) => {
      const cell = cells.get(id);
      return cell === undefined ? null : originalOf(cell, message);
    };
    const { control } = this.#context;
    const session = { desk: this.desk, original };
    const { tellOutside, isOverNetwork } = this.#needs;
    const open = tellOutside !== null ? control.openOutside(session) : control.open(session, isOverNetwork);
    this.#closers.push(() => open.close());
    return open.pageUrl;
  }
}

/**
 * That a remote end was there when the run began says nothing of later: that costs a session, and not the
 * run.
 */
async function openAgent(
  driver: AgentDriver,
  pageUrl: string,
  settings: AgentSettings,
): Promise<RunningAgent> {
  try {
    return await driver.open(pageUrl, settings);
  } catch (thrown) {
    if (thrown instanceof EnvironmentError && gridBrowser(driver.name) !== null)
      throw new LostClient(`${thrown.message}; ${thrown.remedy}`, thrown instanceof NoRoom);
    throw thrown;
  }
}

async function withinTime(
  registered: Promise<Registration>,
  browser: string,
  withinMs: number,
): Promise<Registration> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new SessionTrouble(`${browser} did not open the agent page in ${withinMs / 1000} s`));
  }, withinMs);
  // Where the session is given up meanwhile, nobody must wait for this.
  timer.unref();
  try {
    return await Promise.race([registered, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
