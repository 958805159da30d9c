// The section of messages, started in a browser: asks the lab what there is, and hands the rest what it needs
// of the outside.

import { grouped } from '../../base/figures/numbers.ts';
import { measureClockStepUs } from '../../exchange/clock-step.ts';
import { runSequence } from '../../exchange/messages/run-sequence.ts';
import { transportsHere } from '../../exchange/messages/transports/transports.ts';
import { MESSAGE_TRANSPORTS } from '../../factors/transport.ts';
import { isSameTarget, type LabFacts, targetOrigin } from '../lab-facts.ts';
import { byId } from '../shell/dom.ts';
import { tellFailure } from '../shell/failure.ts';
import { askJson, askLines, keepToken } from '../shell/lab-api.ts';
import { App } from './app.ts';
import type { Carrier } from './carry-out.ts';
import type { Offered } from './offers.ts';
import { closedProtocols } from './protocols-here.ts';
import { uPlotCharts } from './results/charts.ts';
import type { TurnLine } from './turn-line.ts';

const now = () => performance.now();

async function main(): Promise<void> {
  keepToken();
  const facts = await askJson<LabFacts>('lab');
  const more = byId<HTMLDetailsElement>(document, 'more');
  const offered = async (): Promise<Offered> => ({
    target: facts.target.name,
    messages: facts.messages,
    lacks: MESSAGE_TRANSPORTS.filter((transport) => !transportsHere().includes(transport)),
    closed: await closedProtocols(facts, more.open ? (url, init) => fetch(url, init) : null),
  });
  const app = new App(
    {
      document,
      charts: uPlotCharts(window),
      carrier: carrier(facts),
      askTurn: (signal) => askLines<TurnLine>('messages/turn', { signal }),
      isTargetAnother: async () => !isSameTarget(facts, await askJson<LabFacts>('lab')),
      copy: (text) => navigator.clipboard.writeText(text),
      download,
    },
    await offered(),
  );
  tellWhere(facts);
  const look = async () => {
    app.offered = await offered();
  };
  more.addEventListener('toggle', () => void look());
  // Whoever accepted a certificate in another tab comes back.
  window.addEventListener('focus', () => void (more.open && look()));
}

function carrier(facts: LabFacts): Carrier {
  let hidden = document.visibilityState === 'hidden';
  document.addEventListener('visibilitychange', () => {
    hidden ||= document.visibilityState === 'hidden';
  });
  return {
    runSequence,
    now,
    date: () => new Date(),
    address: ({ protocol }) => ({ targetUrl: targetOrigin(facts, protocol)!, secret: facts.secret }),
    certificateSha256Base64: facts.certificateSha256Base64,
    wasHidden: () => {
      const was = hidden;
      hidden = document.visibilityState === 'hidden';
      return was;
    },
  };
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text]));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function tellWhere({ target, targetHost, wirefare }: LabFacts): void {
  const browser = browserName(navigator.userAgent);
  byId(document, 'lead').textContent =
    `Sequences of messages between ${browser} and the target ${target.name} ${target.version} on ${targetHost}`;
  const stepUs = grouped(measureClockStepUs(now), 0);
  const coarse = self.crossOriginIsolated ? '' : ': coarse, as this address is not a secure context';
  byId(document, 'foot').textContent =
    `Wirefare ${wirefare} · the clock of this page steps by ${stepUs} µs${coarse}`;
}

const NAMES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/Edg\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrom(?:e|ium)\/(\d+)/, 'Chromium'],
  [/Version\/(\d+)/, 'WebKit'],
];

/**
 * What this browser calls itself, for people; nothing is decided by it: `Firefox 140`; `this browser` where
 * it is none that is known.
 */
function browserName(userAgent: string): string {
  for (const [pattern, name] of NAMES) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return 'this browser';
}

main().catch((thrown: unknown) => {
  byId(document, 'lead').textContent = '';
  tellFailure(document, thrown);
});
