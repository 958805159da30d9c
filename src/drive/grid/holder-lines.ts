// What the lab and the process that holds a session elsewhere say to each other: one JSON object a line.

import type { Capabilities, MadeSession } from './remote-end.ts';

/** On stdin; its end means that the lab wants the session no more, or is dead. */
export type HolderOrder =
  /** Opens the page; only the first time. */
  | { readonly do: 'open'; readonly url: string }
  /** Nothing is timed now: asks where the session is, if it was not asked for a while. */
  | { readonly do: 'stay-alive' }
  /** Asks in any case. */
  | { readonly do: 'look' };

/** On stdout: the session first, then one for each order, in their order. */
export type HolderWord =
  | { readonly session: MadeSession }
  /** `asked`: whether the remote end was asked where the session is. */
  | { readonly done: HolderOrder['do']; readonly asked: boolean };

/** In the environment, since other users can see a process's arguments. */
export const HOLDER_ASK = 'WIREFARE_GRID_ASK';

export interface HolderAsk {
  readonly server: string;
  readonly capabilities: Capabilities;
  /** For a new session; absent: a little less than five minutes. */
  readonly sessionWithinMs?: number | undefined;
  /** From one asking after the session to the next between blocks; absent: 15 s, or less by the next one. */
  readonly askAgainMs?: number | undefined;
  /** The remote end drops a session that it hears nothing of for so long; absent: it does not say. */
  readonly sessionTimeoutMs?: number | undefined;
}

/** The remote end has lost the session: exit code of the holder. */
export const EXIT_LOST = 3;

export function readWord(line: string): HolderWord | null {
  try {
    return JSON.parse(line) as HolderWord;
  } catch {
    return null;
  }
}
