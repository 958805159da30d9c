// Agents on other machines: at which address they find this one, and how whoever opens one is told of it.

import { isIPv4 } from 'node:net';
import { renderUnicodeCompact } from 'uqr';
import { isElsewhere, isOverNetwork } from '../../factors/browser.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Listener } from '../../run/events.ts';
import { ownAddresses } from '../../ui/server/addresses.ts';
import { wrongFlag } from '../verb.ts';

export interface OutsideHost {
  readonly address: string;
  /**
   * Somebody named it: browsers of a Grid on this machine come there too, since its nodes may be elsewhere.
   */
  readonly isAsked: boolean;
}

/** null: that client comes by loopback. */
export function addressFor(browser: string, host: OutsideHost | null): string | null {
  if (host === null || !isElsewhere(browser)) return null;
  return host.isAsked || isOverNetwork(browser) ? host.address : null;
}

/**
 * null where the plan wants no such agent. Throws a UserError where `asked` is no address, or nobody is to
 * come there.
 */
export function readOutsideHost(
  { sessions }: Pick<Plan, 'sessions'>,
  asked: string | undefined,
): OutsideHost | null {
  const isPossible = sessions.some(({ browser }) => isElsewhere(browser));
  if (asked !== undefined && !isPossible) {
    throw wrongFlag(
      '--host',
      'is where browsers on other machines find this one, and none is asked for: --browser outside, or grid:chrome@URL',
    );
  }
  if (asked !== undefined && !isAddressOrName(asked)) {
    throw wrongFlag(
      '--host',
      `${JSON.stringify(asked)} is no address or name of this machine`,
      ownAddresses(),
    );
  }
  if (asked !== undefined) return { address: asked, isAsked: true };
  const isWanted = sessions.some(({ browser }) => isOverNetwork(browser));
  return isWanted ? { address: ownAddresses()[0] ?? '127.0.0.1', isAsked: false } : null;
}

/** More would be more labs than machines. */
const MOST_PARALLEL = 64;

/** Throws a UserError where it is no number of sessions, or all browsers of the plan are on this machine. */
export function readParallel({ sessions }: Pick<Plan, 'sessions'>, asked: string | undefined): number {
  if (asked === undefined) return 1;
  const number = /^\d{1,3}$/.test(asked) ? Number(asked) : 0;
  if (number < 1 || number > MOST_PARALLEL)
    throw wrongFlag(
      '--parallel',
      `${JSON.stringify(asked)} is not a whole number from 1 to ${MOST_PARALLEL}`,
    );
  if (number > 1 && !sessions.some(({ browser }) => isElsewhere(browser)))
    throw wrongFlag(
      '--parallel',
      'is for browsers on other machines, such as grid:chrome@http://localhost:4444; those of this one would disturb each other',
    );
  return number;
}

/** Digits and dots alone are an address, or a slip in one: `192.168.1`, which nobody would find. */
function isAddressOrName(asked: string): boolean {
  return /^[\d.]+$/.test(asked) ? isIPv4(asked) : /^[\w.-]+$/.test(asked);
}

/** Tells once, when the first agent outside is waited for, where it is to go; all else goes on to `next`. */
export function invitingListener(write: (text: string) => void, next: Listener): Listener {
  let isTold = false;
  return (event) => {
    if (event.kind === 'outside-wanted' && !isTold) {
      isTold = true;
      write(invitation(event.url));
    }
    next(event);
  };
}

function invitation(url: string): string {
  return [
    'Open this within 15 minutes on the phone or machine that is to measure, and keep it in front until it says',
    'that all is done:',
    '',
    `  ${url}`,
    '',
    ...renderUnicodeCompact(url, { border: 1 })
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    '',
  ].join('\n');
}
