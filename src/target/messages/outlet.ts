// A way that messages go to the client: Server-Sent Events, an endless body, a WebSocket.

export interface Outlet {
  /** `onWritten` is called when the system has taken it; never where the connection broke before. */
  send(message: Uint8Array, onWritten: (() => void) | null): void;
  /** What is sent until `uncork` may leave in one piece. */
  cork(): void;
  uncork(): void;
  /** Why this message cannot go this way; null where it can. Null instead of a function: all can. */
  readonly refuses: ((message: Uint8Array) => string | null) | null;
  /** Ends it after what was sent; a failure is told where the way has words for it. */
  close(failure: string | null): void;
  /** At once, without a word: the client does not take what was sent. */
  destroy(): void;
}

/** Handed to the system at most so far ahead: what a client does not take stays unmade. */
export const MOST_UNWRITTEN_BYTES = 512 * 1024;

/** A message costs more memory than its bytes. */
export const BYTES_BESIDE_MESSAGE = 64;

/** Callbacks of streams get an error, or nothing. */
export function whenWritten(onWritten: () => void): (error?: Error | null) => void {
  return (error) => {
    if (error === undefined || error === null) onWritten();
  };
}
