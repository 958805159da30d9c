// Node has no EventSource of its own that is on without a flag: the one of undici stands in its place.

import { EventSource as UndiciEventSource } from 'undici';

/** Of this process from now on, so that the exchange code finds it as in a page. */
export function provideEventSource(): void {
  globalThis.EventSource ??= UndiciEventSource as unknown as typeof EventSource;
}
