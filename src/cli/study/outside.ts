// Agents on other machines: at which address they find this one, and how whoever opens one is told of it.

import { readFile } from 'node:fs/promises';
import { renderUnicodeCompact } from 'uqr';
import { isAddressOrName } from '../../base/address-or-name.ts';
import type { Environment } from '../../base/environment.ts';
import type { Drivers } from '../../drive/driver.ts';
import { GRID_PASSWORD, GRID_USER } from '../../drive/grid/grid-variables.ts';
import type { CertificateFiles } from '../../drive/targets/certificate.ts';
import { gridBrowser, isElsewhere, isOverNetwork, OUTSIDE } from '../../factors/browser.ts';
import { isSecure } from '../../factors/protocol.ts';
import type { Plan, PlannedCell } from '../../plan/plan.ts';
import type { NetworkLab } from '../../run/agents/control-server.ts';
import type { Listener, RunEvent, Trust } from '../../run/events.ts';
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
 * come there. `usual`: where nothing is asked.
 */
export function readOutsideHost(
  { sessions }: Pick<Plan, 'sessions'>,
  asked: string | undefined,
  usual: string = ownAddresses()[0] ?? '127.0.0.1',
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
  // Browsers write names in small letters, and whoever comes is asked by which.
  if (asked !== undefined) return { address: asked.toLowerCase(), isAsked: true };
  const isWanted = sessions.some(({ browser }) => isOverNetwork(browser));
  return isWanted ? { address: usual, isAsked: false } : null;
}

/**
 * A note where browsers of a Grid on this machine come over a network all the same: the URL of the Grid does
 * not tell, so their exchanges go by what is usual on loopback.
 */
export function notePlain({ cells }: Pick<Plan, 'cells'>, host: OutsideHost | null): readonly string[] {
  const plain = cells.find(
    ({ skip, factors: { browser, protocol } }) =>
      skip === null && addressFor(browser, host) !== null && !isOverNetwork(browser) && !isSecure(protocol),
  );
  if (plain === undefined) return [];
  const { browser } = plain.factors;
  return [
    `--host: ${browser} comes over a network and asks by plain HTTP, where pages have a coarse clock; for the fine one name protocol: https1 in the study`,
  ];
}

/** A note where user and password of a Grid go to it over a network as everybody there can read them. */
export function noteReadable(
  { sessions }: Pick<Plan, 'sessions'>,
  { [GRID_USER]: user = '', [GRID_PASSWORD]: password = '' }: Environment,
): readonly string[] {
  if (user === '' && password === '') return [];
  const servers = sessions.flatMap(({ browser }) => {
    const { server = '' } = gridBrowser(browser) ?? {};
    return server.startsWith('http:') && isOverNetwork(browser) ? [server] : [];
  });
  return [...new Set(servers)].map(
    (server) =>
      `${GRID_USER} and ${GRID_PASSWORD} go to ${server} as anybody on the way can read them: name it by https, if it has that`,
  );
}

/**
 * What the lab serves at that address: over HTTPS where all that its clients ask is over TLS, since a page
 * over HTTPS reads nothing over plain HTTP. null: nobody comes there.
 */
export async function networkLab(
  host: OutsideHost | null,
  cells: readonly PlannedCell[],
  drivers: Pick<Drivers, 'certificate'>,
): Promise<{ readonly lab: NetworkLab; readonly certificate: CertificateFiles | null } | null> {
  if (host === null) return null;
  const { address } = host;
  const theirs = cells.filter(
    ({ skip, factors }) => skip === null && addressFor(factors.browser, host) !== null,
  );
  const secure = theirs.filter(({ factors }) => isSecure(factors.protocol));
  if (secure.length === 0) return { lab: { host: address, tls: null }, certificate: null };
  const certificate = await drivers.certificate([address], true);
  const { keyFile, certFile, authority } = certificate;
  if (secure.length < theirs.length || authority === undefined) {
    // A Grid is told to trust the certificate; whoever opens the page on a device has to do it.
    const isToTrust = secure.some(({ factors }) => factors.browser === OUTSIDE);
    const trusted = isToTrust && authority !== undefined ? { authority } : {};
    return { lab: { host: address, tls: null, ...trusted }, certificate };
  }
  const [key, cert] = await Promise.all([readFile(keyFile, 'utf8'), readFile(certFile, 'utf8')]);
  return { lab: { host: address, tls: { key, cert }, authority }, certificate };
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
      'is for browsers on other machines, such as grid:chrome@https://grid.example:4444; those of this one would disturb each other',
    );
  return number;
}

/** Tells once, when the first agent outside is waited for, where it is to go; all else goes on to `next`. */
export function invitingListener(write: (text: string) => void, next: Listener): Listener {
  let isTold = false;
  return (event) => {
    if (event.kind === 'outside-wanted' && !isTold) {
      isTold = true;
      write(invitation(event));
    }
    next(event);
  };
}

function invitation({ url, trust }: Extract<RunEvent, { kind: 'outside-wanted' }>): string {
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
    ...(url.startsWith('http:') ? SAY_PLAIN : []),
    ...(trust === null ? [] : sayTrust(trust)),
    '',
  ].join('\n');
}

const SAY_PLAIN: readonly string[] = [
  'It comes by plain HTTP: whoever can listen on this network reads its key, and',
  'may take a session in place of yours.',
  '',
];

function sayTrust({ url, sha256Fingerprint, isNeeded }: Trust): readonly string[] {
  const why =
    isNeeded === true
      ? [
          'Some of what it asks is over TLS, with a certificate of this run alone.',
          'Trust the authority of the run first, or that fails; this page says how:',
        ]
      : [
          'Its certificate is of this run alone, so the browser warns: go on past the',
          'warning, or trust the authority of the run first, as this page says:',
        ];
  const [first, second] = [sha256Fingerprint.slice(0, HALF), sha256Fingerprint.slice(HALF)];
  return [
    ...why,
    '',
    `  ${url}`,
    '',
    'The SHA-256 of the authority, which that page has to show too:',
    '',
    `  ${first}`,
    ...(second === '' ? [] : [`  ${second}`]),
    '',
  ];
}

/** Of a fingerprint, `AB:CD:…:`. */
const HALF = 16 * 3;
