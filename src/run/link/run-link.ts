// The link of a run: set up and calibrated once, before anything is measured; anew where it has ended
// meanwhile.

import type { LinkDriver, RunningLink } from '../../drive/links/link.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { LinkFacts } from '../../network/link-facts.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Study } from '../../study/study.ts';
import { ON_LOOPBACK, overLink, type SessionPlaces } from '../sessions/session-places.ts';

export interface RunLinkSettings {
  readonly driver: LinkDriver;
  readonly networks: readonly NetworkProfile[];
  readonly seed: number;
  readonly interrupted: AbortSignal;
  readonly tell: (doing: string) => void;
  /** Of a run that is resumed. */
  readonly earlier: LinkFacts | null;
}

export class RunLink {
  readonly #settings: RunLinkSettings;
  #running: Promise<RunningLink> | null = null;
  #facts: LinkFacts | null;
  /** How often it was set up in this run. */
  #opened = 0;

  constructor(settings: RunLinkSettings) {
    this.#settings = settings;
    this.#facts = settings.earlier;
  }

  /** Of the last one that was calibrated. */
  get facts(): LinkFacts | null {
    return this.#facts;
  }

  /** How often it had to be set up again. */
  get reopened(): number {
    return Math.max(0, this.#opened - 1);
  }

  /** Throws an EnvironmentError where the machine cannot give it, or where it is out of its bounds. */
  async places(place: 'loopback' | 'link'): Promise<SessionPlaces> {
    return place === 'loopback' ? ON_LOOPBACK : overLink(await this.running());
  }

  running(): Promise<RunningLink> {
    this.#running ??= this.#open();
    return this.#running;
  }

  /** Leaves nothing; also where it is still being set up. */
  async close(): Promise<void> {
    const running = await this.#running?.catch(() => null);
    await running?.close();
  }

  async #open(): Promise<RunningLink> {
    const { driver, networks, seed, tell, interrupted } = this.#settings;
    try {
      const link = await driver.open(networks, { seed, tell, interrupted });
      this.#opened += 1;
      this.#facts = link.facts;
      // Its process group may outlive its first process.
      void link.exited.then(async () => {
        this.#running = null;
        await link.close().catch(() => {});
      });
      return link;
    } catch (thrown) {
      this.#running = null;
      throw thrown;
    }
  }
}

/** Those that a session of the plan goes over, in the study's order. */
export function networksOfPlan(study: Study, plan: Plan): NetworkProfile[] {
  const named = new Set(plan.cells.filter(({ skip }) => skip === null).map(({ factors }) => factors.network));
  return study.networks.filter(({ name }) => name !== NO_NETWORK && named.has(name));
}
