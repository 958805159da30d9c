// The link in words, for every report: what it was meant to be, what was measured of it, what had to be left
// out.

import { grouped, roundToDigits } from '../../base/figures/numbers.ts';
import { count, plural } from '../../base/figures/plurals.ts';
import { sayMs } from '../../base/figures/times.ts';
import { nameNetwork, sayRate } from '../../network/say-network.ts';
import type { RunFile, VoidCause } from '../../record/record.ts';
import type { LinkSummary, MeasuredNetwork } from '../../summary/samples/link-summary.ts';
import type { Summary } from '../../summary/summary.ts';

export interface NetworkRow {
  /** `3g (1.6/0.768 Mbit/s, 300 ms)`. */
  readonly name: string;
  /** `tun`; `modelled, not packets`. */
  readonly engine: string;
  /** `round trip 301.6 ms (301 expected), 1.6 Mbit/s down, 768 kbit/s up`. */
  readonly measured: string;
}

export interface NetworkSection {
  readonly rows: readonly NetworkRow[];
  /** Of the whole link: TCP, void blocks. */
  readonly notes: readonly string[];
}

/** More than the link is held to. */
const DIGITS = 4;

const CAUSES: Readonly<Record<VoidCause, string>> = {
  late: 'the link was late',
  stalled: 'the machine stood still',
  unknown: 'the link could not tell',
  agent: 'the page was hidden',
};

/** null where no session went over a link. */
export function networkSection({ study }: RunFile, { link }: Summary): NetworkSection | null {
  if (link === null) return null;
  return {
    rows: link.networks.map((network) => ({
      name: nameNetwork(network.name, study.networks),
      engine: isModelled(network) ? 'modelled, not packets' : network.engine,
      measured: sayMeasured(network),
    })),
    notes: [sayTcp(link), sayVoided(link)].filter((note) => note !== null),
  };
}

/** For the line above everything; null where packets carried what was measured. */
export function modelledLabel({ link }: Summary): string | null {
  return link?.networks.some(isModelled) === true ? 'networks modelled, not packets' : null;
}

function isModelled({ engine }: MeasuredNetwork): boolean {
  return engine === 'modelled';
}

function sayMeasured({ measured }: MeasuredNetwork): string {
  if (measured === null) return 'not measured';
  const { rttMsMedian, rttMsExpected, downKbitPerS, upKbitPerS } = measured;
  const rtt = `round trip ${sayMs(roundToDigits(rttMsMedian, DIGITS))} (${roundToDigits(rttMsExpected, DIGITS)} expected)`;
  return `${rtt}, ${sayRate(roundToDigits(downKbitPerS, DIGITS))} down, ${sayRate(roundToDigits(upKbitPerS, DIGITS))} up`;
}

function sayTcp({ tcp }: LinkSummary): string | null {
  if (tcp === null) return null;
  return `TCP ${tcp.congestionControl}, initial window ${tcp.initialWindow} segments`;
}

/**
 * `4 of 212 blocks were void: the link was late`. Of a model nobody knows whether it was late: no void block
 * is no news.
 */
function sayVoided({ networks, voided: { blocks, byCause } }: LinkSummary): string | null {
  if (blocks === 0) return null;
  const causes = (Object.keys(CAUSES) as VoidCause[]).filter((cause) => byCause[cause] > 0);
  if (causes.length === 0 && networks.every(isModelled)) return null;
  if (causes.length === 0) return `none of ${count(blocks, 'block')} was void`;
  const total = causes.reduce((sum, cause) => sum + byCause[cause], 0);
  const why = causes.map((cause) =>
    causes.length === 1 ? CAUSES[cause] : `${CAUSES[cause]} (${grouped(byCause[cause])})`,
  );
  return `${grouped(total)} of ${count(blocks, 'block')} ${plural(total, 'was', 'were')} void: ${why.join(', ')}`;
}
