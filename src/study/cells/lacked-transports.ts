import { engineNamed, gridBrowser } from '../../factors/browser.ts';
import type { MessageTransport } from '../../factors/transport.ts';

// What carries messages in some browsers and not in others: known before anything moves, so that a plan can
// say it.

const LACKED_BY: Readonly<Record<string, readonly MessageTransport[]>> = {
  node: ['xhr', 'beacon', 'webtransport', 'sse+xhr'],
  webkit: ['webtransport'],
};

/** Of browsers that are not named here the agent itself says. */
export function lacksTransport(browser: string, transport: string): boolean {
  const grid = gridBrowser(browser);
  const engine = grid === null ? browser : (engineNamed(grid.browserName) ?? browser);
  return LACKED_BY[engine]?.some((lacked) => lacked === transport) ?? false;
}
