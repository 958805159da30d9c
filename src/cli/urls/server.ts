// The server that a URL names: found before anything is sent, and nothing is sent where nobody agreed to it.

import { type Problem, UserError } from '../../base/errors.ts';
import { listed, plural } from '../../base/figures/plurals.ts';
import type { Host } from '../../base/host.ts';
import { isLoopback } from '../../base/loopback.ts';
import { addressesOf, isOwnAddress, reachServer } from '../../front/find-server.ts';
import { offeringAuthority, sayNetworkError } from '../../payload/url/fetch-answer.ts';
import { insecureBeyondHere, offeringInsecure } from '../../payload/url/insecure.ts';
import { withoutCredentials } from '../../payload/url/read-url.ts';
import { sayMostRequests } from '../../plan/say/say-urls.ts';
import type { Upstream } from '../../wire/front.ts';
import type { AskedUrl } from './asked-url.ts';

/** A URL as it was named, and where its host is. */
export interface NamedServer
  extends Pick<AskedUrl, 'insecure' | 'proto' | 'perSecond' | 'isRateAsked' | 'limits' | 'kept'> {
  /** The level of `target`. */
  readonly name: string;
  /** For people, without what may be secret. */
  readonly label: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly addresses: readonly string[];
  /** Whether its host is this machine, by its loopback. */
  readonly isHere: boolean;
}

export interface FoundServer extends NamedServer {
  readonly upstream: Upstream;
}

/** Most requests to it in a second; null: as many as come, since it is here and nobody said how many. */
export function mostPerSecond({
  isHere,
  isRateAsked,
  perSecond,
}: Pick<NamedServer, 'isHere' | 'isRateAsked' | 'perSecond'>): number | null {
  return isHere && !isRateAsked ? null : perSecond;
}

/** Looks up the hosts; asks them nothing. Throws a UserError with all that are not to be had. */
export async function nameServers(asked: readonly AskedUrl[]): Promise<readonly NamedServer[]> {
  const problems: Problem[] = [];
  const servers: NamedServer[] = [];
  for (const one of asked) {
    try {
      const names = servers.map(({ name }) => name);
      servers.push(await nameServer(one, names));
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      problems.push(...thrown.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return servers;
}

/** `taken`: by the servers before; `isOwn`: whether an address is this machine's. */
export async function nameServer(
  asked: AskedUrl,
  taken: readonly string[],
  isOwn = isOwnAddress,
): Promise<NamedServer> {
  const { insecure, proto, perSecond, isRateAsked, limits, kept } = asked;
  const { url, label: shown, headers } = withoutCredentials(new URL(asked.url), asked.headers);
  const label = asked.label ?? shown;
  const addresses = await addressesOf(url).catch((thrown: unknown) => {
    throw sayNetworkError(label, thrown);
  });
  const isHere = addresses.every(isLoopback);
  if (insecure && !isHere)
    throw insecureBeyondHere(
      label,
      addresses.find((address) => isOwn(address)),
    );
  const name = asked.name ?? freeName(label, taken);
  const settings = { insecure, proto, perSecond, isRateAsked, limits, kept: keptOf(kept, headers) };
  return { name, label, url, headers, addresses, isHere, ...settings };
}

/** Headers that came by hand, or with the URL, are named. */
function keptOf(kept: AskedUrl['kept'], headers: AskedUrl['headers']): AskedUrl['kept'] {
  const named = Object.fromEntries(Object.keys(headers).map((name) => [name, kept.headers?.[name] ?? null]));
  return Object.keys(named).length === 0 ? kept : { ...kept, headers: named };
}

function freeName(label: string, taken: readonly string[]): string {
  const short = label.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const [free] = [short, label, `${label} again`].filter((name) => !taken.includes(name));
  return free!;
}

/** How often each is read before it is measured. */
export const READINGS = 3;
/** One more may be asked without compression. */
export const MOST_READINGS = READINGS + 1;

/** What somebody agreed to beforehand, and for how long they are asked. */
export interface Consent {
  readonly yes: boolean;
  readonly budgetMs: number;
}

/**
 * Beyond loopback somebody has to agree to what will be sent, where it goes and how much. `fewer`: what makes
 * fewer requests of them where one is, a flag or a key; `readings`: of each before it is measured, at most.
 * Throws a UserError where nobody agrees, and what it was stopped by where somebody did that instead.
 */
export async function requireConsent(
  servers: readonly NamedServer[],
  settings: Consent,
  fewer: string,
  host: Pick<Host, 'ask' | 'err' | 'interrupted'>,
  readings = MOST_READINGS,
): Promise<void> {
  const others = servers.filter(({ isHere }) => !isHere);
  if (others.length === 0) return;
  for (const line of others.map((server) => sayWhatIsSent(server, settings.budgetMs, readings)))
    host.err(`${line}\n`);
  if (settings.yes) return;
  const answer = await host.ask(`Send ${plural(others.length, 'it', 'them')}? [y/N] `);
  // Whoever stopped it instead is here, and has no need of a flag.
  host.interrupted.throwIfAborted();
  if (answer !== null && /^y(es)?$/i.test(answer.trim())) return;
  const nobody = `nobody is here to agree to these requests; give --yes, and ${fewer} for fewer of them`;
  throw answer === null
    ? new UserError([{ file: '--yes', path: '', what: nobody }])
    : new UserError(others.map(({ label }) => ({ file: label, path: '', what: 'nothing was sent' })));
}

function sayWhatIsSent(
  { label, addresses, perSecond, headers }: NamedServer,
  budgetMs: number,
  readings: number,
): string {
  // Whoever agrees sees what goes there of what was given, without what it holds.
  const names = Object.keys(headers);
  const withThem = names.length === 0 ? '' : `, with ${listed(names)} as given`;
  return `GET ${label} (${sayWhere(addresses)})${withThem}: ${sayMostRequests(perSecond, budgetMs, readings)}`;
}

/** `192.0.2.1 or 2 other addresses of that name`. Whoever meant loopback is told what it would be. */
export function sayWhere([first, ...more]: readonly string[], isOwn = isOwnAddress): string {
  if (isOwn(first!))
    return `${first}, this machine by an address that others reach; 127.0.0.1 in its place would be asked without a limit`;
  if (more.length === 0) return first!;
  return `${first} or ${more.length} other ${plural(more.length, 'address', 'addresses')} of that name`;
}

/** Connects, and finds out what it speaks. Throws a UserError where it cannot be reached. */
export async function findServer(server: NamedServer): Promise<FoundServer> {
  const { url, label, addresses, headers, isHere, insecure } = server;
  const reached = await reachServer(url, addresses, insecure).catch((thrown: unknown) => {
    const said = sayNetworkError(label, thrown);
    throw isHere ? offeringInsecure(said) : offeringAuthority(said, thrown);
  });
  return { ...server, upstream: { url: url.href, headers, insecure, ...reached } };
}
