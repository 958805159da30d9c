// Agents that somebody else opens: at which address, and how they are told of it.

import { isIPv4 } from 'node:net';
import { renderUnicodeCompact } from 'uqr';
import { OUTSIDE } from '../../factors/browser.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Listener } from '../../run/events.ts';
import { ownAddresses } from '../../ui/server/addresses.ts';
import { wrongFlag } from '../verb.ts';

/**
 * null where the plan wants no such agent. Throws a UserError where `asked` is no address, or nobody is to
 * come there.
 */
export function readOutsideHost(
  { sessions }: Pick<Plan, 'sessions'>,
  asked: string | undefined,
): string | null {
  const isWanted = sessions.some(({ browser }) => browser === OUTSIDE);
  if (asked !== undefined && !isWanted) {
    throw wrongFlag(
      '--host',
      'is where agents outside find this machine, and none is asked for: --browser outside',
    );
  }
  if (asked !== undefined && !isAddressOrName(asked)) {
    throw wrongFlag(
      '--host',
      `${JSON.stringify(asked)} is no address or name of this machine`,
      ownAddresses(),
    );
  }
  return isWanted ? (asked ?? ownAddresses()[0] ?? '127.0.0.1') : null;
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
