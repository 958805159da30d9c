// Processes that a run needs, behind an interface: the real ones (chromium.ts, firefox.ts, webkit.ts, node-agent.ts,
// target.ts) and the fake (fake.ts). Whoever starts something gets a handle whose close() leaves nothing behind.

import type { About } from '../wire/target-contract.ts';

export interface ExitInfo {
  readonly code: number | null;
  readonly signal: string | null;
  /** The last lines of what it wrote to stderr. */
  readonly lastWords: string;
}

/** A client process with the agent page open. */
export interface RunningAgent {
  readonly engine: string;
  /** As the browser's own --version says. */
  readonly version: string;
  readonly command: readonly string[];
  readonly pid: number;
  /** Resolves when it is gone, whoever ended it. Never rejects. */
  readonly exited: Promise<ExitInfo>;
  /** Ends the whole process group and removes its profile. Safe to call twice. */
  close(): Promise<void>;
}

export interface AgentDriver {
  /** chromium, firefox, webkit, node. */
  readonly name: string;
  /** Finds the program and its version, or throws an EnvironmentError with what was tried and what installs it. */
  find(): Promise<{ readonly path: string; readonly version: string }>;
  /** Starts it with a fresh profile on the agent page. */
  open(pageUrl: string): Promise<RunningAgent>;
}

export interface RunningTarget {
  readonly name: string;
  /** `http://127.0.0.1:40123`, no slash at the end. */
  readonly url: string;
  readonly about: About;
  readonly command: readonly string[];
  readonly pid: number;
  readonly exited: Promise<ExitInfo>;
  close(): Promise<void>;
}

export interface TargetDriver {
  /** `node`, the folder's name under targets/. */
  readonly name: string;
  /** Starts a fresh process, waits for its ready line and its /about. `largestN`: objects to have in memory for each dataset. */
  start(settings: { readonly largestN: number }): Promise<RunningTarget>;
}

export interface Drivers {
  agent(browser: string): AgentDriver;
  target(name: string): TargetDriver;
}
