// Servers that end the connection with every answer. The front before a URL has connections open ahead and
// keeps its own with the browser, so that warm cells hold nothing of what their users connect for.

import { shortFigure } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { connectionOf } from '../../factors/cell.ts';
import { isSecure } from '../../factors/protocol.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { RunFile } from '../../record/record.ts';

/** One for each URL. */
export function noKeepAlive({ study, plan }: RunFile): Warning[] {
  return study.payloads.flatMap(({ url }) => {
    if (url?.closes !== true) return [];
    const warm = plan.cells.flatMap(({ factors, twinOf }) =>
      twinOf === null && factors.target === url.target && connectionOf(factors) === 'warm' ? [factors] : [],
    );
    if (warm.length === 0) return [];
    // By TLS 1.3, whose handshake is the shortest.
    const roundTrips = warm.some(({ protocol }) => isSecure(protocol)) ? 2 : 1;
    const names = new Set(warm.map(({ network }) => network));
    const over = study.networks.filter(({ name, rttMs }) => names.has(name) && rttMs > 0);
    const left = over.map((network) => sayLeftOut(network, roundTrips));
    const what = `${url.target} ends the connection with every answer: users connect for each request (${sayHandshakes(roundTrips)}), which the figures leave out`;
    return [raise('no-keep-alive', left.length === 0 ? what : `${what}: at least ${listed(left)}`)];
  });
}

function sayHandshakes(roundTrips: number): string {
  return roundTrips === 1 ? 'a round trip for TCP' : 'a round trip for TCP and one for TLS';
}

function sayLeftOut({ name, rttMs }: NetworkProfile, roundTrips: number): string {
  return `${shortFigure(roundTrips * rttMs)} ms over ${name}`;
}
