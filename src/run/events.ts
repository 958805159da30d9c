// What a run says of itself while it goes on; progress lines and tests listen.

import type { Plan, PlannedSession } from '../plan/plan.ts';
import type { AgentFacts, RunStatus, SessionFacts } from '../record/record.ts';

/** What the browser of somebody outside is to trust. */
export interface Trust {
  /** The page that says how. */
  readonly url: string;
  readonly sha256Fingerprint: string;
  /**
   * The page that measures comes by plain HTTP, so no browser warns and lets people go on: without trust what
   * it asks over TLS fails. Absent: it comes over HTTPS.
   */
  readonly isNeeded?: true;
}

export type RunEvent =
  | {
      readonly kind: 'run-started';
      readonly plan: Plan;
      readonly dir: string;
      readonly sessionsDone: number;
      /** There is no look before the end of its plan; absent: there are planned ones. */
      readonly isLookedAtOnce?: boolean;
    }
  /** Everything else is done: what predictions are held beside begins. */
  | { readonly kind: 'held-started'; readonly plan: Plan; readonly sessionsDone: number }
  /** The link is being set up: `calibrating 3g (1.6/0.768 Mbit/s, 300 ms)`. */
  | { readonly kind: 'link'; readonly doing: string }
  | { readonly kind: 'target-verified'; readonly target: string; readonly checks: number }
  | { readonly kind: 'session-started'; readonly planned: PlannedSession }
  /** Somebody is to open this on a phone or another machine; the same for every session of a run. */
  | { readonly kind: 'outside-wanted'; readonly url: string; readonly trust: Trust | null }
  /**
   * Devices outside that are there, in a session or waiting for one, by the names that they register with.
   */
  | { readonly kind: 'outside-present'; readonly devices: readonly string[] }
  | { readonly kind: 'agent-registered'; readonly agent: AgentFacts }
  | { readonly kind: 'cells-checked'; readonly cells: number; readonly dropped: number }
  | {
      readonly kind: 'samples';
      readonly planned: PlannedSession;
      readonly spentMs: number;
      readonly exchanges: number;
    }
  | { readonly kind: 'session-ended'; readonly facts: SessionFacts }
  | {
      readonly kind: 'looked';
      readonly sessions: number;
      readonly undecided: number;
      readonly stops: boolean;
      /** Cells that the run goes on without: of this look and of those before it. */
      readonly dropped: readonly string[];
      /** As it goes on. */
      readonly plan: Plan;
    }
  | { readonly kind: 'run-ended'; readonly status: RunStatus; readonly reason: string };

export type Listener = (event: RunEvent) => void;
