// A way that messages go to the client: Server-Sent Events, an endless body, a WebSocket.

export interface Outlet {
  /** Calls `onWritten` when the system has taken the message, and never if the connection broke before. */
  send(message: Uint8Array, onWritten: (() => void) | null): void;
  /** Messages that are sent until `uncork` may leave in one piece. */
  cork(): void;
  uncork(): void;
  /** Says why a message cannot go this way; null if it can. It is null itself if every message can. */
  readonly refuses: ((message: Uint8Array) => string | null) | null;
  /** Ends it after the sent messages, and names the failure if this way can express one. */
  close(failure: string | null): void;
  /** Ends it at once and without a word, because the client does not take what was sent. */
  destroy(): void;
}

/**
 * How far the target is ahead of what the system has taken, at most. Messages that a client does not take are
 * not made.
 */
export const MOST_UNWRITTEN_BYTES = 512 * 1024;

/** What a message costs in memory beside its bytes. */
export const BYTES_BESIDE_MESSAGE = 64;

/** A stream's callback that ignores errors. */
export function whenWritten(onWritten: () => void): (error?: Error | null) => void {
  return (error) => {
    if (error === undefined || error === null) onWritten();
  };
}
