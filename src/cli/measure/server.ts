// The server that a URL names: found before anything is sent, and nothing is sent where nobody agreed to it.

import { type Problem, UserError } from '../../base/errors.ts';
import { grouped, shortNumber } from '../../base/figures/numbers.ts';
import { plural } from '../../base/figures/plurals.ts';
import { sayDuration } from '../../base/figures/times.ts';
import type { Host } from '../../base/host.ts';
import { addressesOf, isLoopback, isOwnAddress, reachServer } from '../../front/find-server.ts';
import { refusal } from '../../payload/findings.ts';
import { sayNetworkError } from '../../payload/url/fetch-answer.ts';
import { withoutCredentials } from '../../payload/url/read-url.ts';
import type { Upstream } from '../../wire/front.ts';
import type { MeasureSettings } from './flags.ts';

/** A URL as it was named, and where its host is. */
export interface NamedServer {
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

/** Looks up the hosts; asks them nothing. Throws a UserError with all that are not to be had. */
export async function nameServers(settings: MeasureSettings): Promise<readonly NamedServer[]> {
  const problems: Problem[] = [];
  const servers: NamedServer[] = [];
  for (const typed of settings.urls) {
    const { url, label, headers } = withoutCredentials(new URL(typed), settings.reading.headers ?? {});
    try {
      const addresses = await addressesOf(url).catch((thrown: unknown) => {
        throw sayNetworkError(label, thrown);
      });
      const isHere = addresses.every(isLoopback);
      if (settings.insecure && !isHere)
        throw refusal(label, '--insecure is for this machine’s loopback alone: there nobody stands between');
      const names = servers.map(({ name }) => name);
      servers.push({ name: freeName(label, names), label, url, headers, addresses, isHere });
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      problems.push(...thrown.problems);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return servers;
}

function freeName(label: string, taken: readonly string[]): string {
  const short = label.replace(/^https?:\/\//, '').replace(/\/$/, '');
  const [free] = [short, label, `${label} again`].filter((name) => !taken.includes(name));
  return free!;
}

/**
 * Beyond loopback somebody has to agree to what will be sent, where it goes and how much. Throws a UserError
 * where nobody does.
 */
export async function requireConsent(
  servers: readonly NamedServer[],
  settings: MeasureSettings,
  host: Pick<Host, 'ask' | 'err'>,
): Promise<void> {
  const others = servers.filter(({ isHere }) => !isHere);
  if (others.length === 0) return;
  for (const line of others.map((server) => sayWhatIsSent(server, settings))) host.err(`${line}\n`);
  if (settings.yes) return;
  const answer = await host.ask(`Send ${plural(others.length, 'it', 'them')}? [y/N] `);
  if (answer !== null && /^y(es)?$/i.test(answer.trim())) return;
  throw new UserError([
    {
      file: '--yes',
      path: '',
      what:
        answer === null
          ? 'nobody is here to agree to these requests; give --yes, and --rate or --budget for fewer of them'
          : 'nothing was sent',
    },
  ]);
}

function sayWhatIsSent({ label, addresses }: NamedServer, settings: MeasureSettings): string {
  const { perSecond, budgetMs } = settings;
  const most = grouped(Math.ceil((perSecond * budgetMs) / 1_000));
  const rate =
    perSecond >= 1 ? `${shortNumber(perSecond, 3)} a second` : `${shortNumber(perSecond * 60, 3)} a minute`;
  const [first, ...more] = addresses;
  const where = isOwnAddress(first!)
    ? `${first}, this machine by an address that others reach; http://127.0.0.1 would be asked without a limit`
    : `${first}${more.length === 0 ? '' : ` or ${more.length} other ${plural(more.length, 'address', 'addresses')} of that name`}`;
  return `GET ${label} (${where}): at most ${rate}, ${most} in all (${sayDuration(budgetMs)})`;
}

/** Connects, and finds out what it speaks. Throws a UserError where it cannot be reached. */
export async function findServer(server: NamedServer, { insecure }: MeasureSettings): Promise<FoundServer> {
  const { url, label, addresses, headers, isHere } = server;
  const reached = await reachServer(url, addresses, insecure).catch((thrown: unknown) => {
    const said = sayNetworkError(label, thrown);
    throw isHere && said instanceof UserError && said.message.includes('certificate')
      ? withAdvice(said, '--insecure takes any certificate of this machine’s own servers')
      : said;
  });
  return { ...server, upstream: { url: url.href, headers, insecure, ...reached } };
}

function withAdvice({ problems }: UserError, advice: string): UserError {
  return new UserError(problems.map((problem) => ({ ...problem, what: `${problem.what}; ${advice}` })));
}
