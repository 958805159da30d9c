// URLs of a record that is gone on with: asked anew, since a record keeps no secrets. What it lacks is given
// again by options, or comes from the environment as it did.

import { type Problem, UserError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { RequestCell } from '../../factors/cell.ts';
import { DEFAULT_LIMITS } from '../../payload/source.ts';
import { isUrl, withoutCredentials } from '../../payload/url/read-url.ts';
import { HIDDEN } from '../../payload/url/shown-url.ts';
import type { AnsweringUrl, PayloadRef, Study } from '../../study/study.ts';
import { parseHeaders } from '../payload/payload-flags.ts';
import { frontsAmong } from './answered-urls.ts';
import { type AskedUrl, USUAL_PER_SECOND } from './asked-url.ts';
import { hasVariables, headerFromEnvironment } from './from-environment.ts';
import { openAndRead } from './reading.ts';
import { type FoundServer, findServer, mostPerSecond, nameServer, requireConsent } from './server.ts';
import { urlOf } from './study-urls.ts';

export interface Given {
  readonly header?: readonly string[];
  /** Whole, of those that the record shows in part. */
  readonly url?: readonly string[];
  /** Any certificate is taken of this machine's own servers; absent: where it was before. */
  readonly insecure?: boolean;
  readonly yes?: boolean;
}

type OfUrl = PayloadRef & { readonly url: AnsweringUrl };

export interface ResumedUrls {
  /** To which the URLs of the record are targets again. */
  readonly drivers: Drivers;
  /** The record's, its URLs asked as somebody agreed to now. */
  readonly payloads: readonly PayloadRef[];
}

/**
 * Throws a UserError with all that is missing, and where a server speaks or answers otherwise than it did.
 */
export async function resumedUrls(
  { payloads, parts }: Pick<Study, 'payloads' | 'parts'>,
  given: Given,
  budgetMs: number,
  host: Host,
  drivers: Drivers,
): Promise<ResumedUrls> {
  const ofUrls = payloads.filter((payload): payload is OfUrl => payload.url !== undefined);
  const problems: Problem[] = [];
  const headers = parseHeaders(given.header ?? [], problems);
  const whole = wholeUrls(given.url ?? [], ofUrls, problems);
  const before = ofUrls.flatMap((payload) => askedBy(payload, headers, whole, host, problems) ?? []);
  const asked = before.map((one) => ({ ...one, insecure: given.insecure ?? one.insecure }));
  const flag = (['header', 'url', 'insecure'] as const).find((name) => given[name] !== undefined);
  if (ofUrls.length === 0 && flag !== undefined)
    problems.push(ofFlag(`--${flag}`, 'the record measures no URL'));
  if (problems.length > 0) throw new UserError(problems);
  const named = await Promise.all(asked.map((one) => nameServer(one, [])));
  await requireConsent(named, { yes: given.yes === true, budgetMs }, '--budget', host, 1);
  const servers: FoundServer[] = [];
  const cells = parts.flatMap((part) => part.cells);
  for (const server of named) {
    const found = await findServer(server);
    // One that asks for other credentials by now is told of before anything is measured.
    await openAndRead(found, host);
    const cell = cells.find(({ target }) => target === server.name) as RequestCell | undefined;
    const { protocol } = found.upstream;
    if (cell !== undefined && cell.protocol !== protocol)
      problems.push({
        file: server.label,
        path: '',
        what: `speaks ${protocol} by now, and spoke ${cell.protocol} when the record was begun: measure it anew`,
      });
    servers.push(found);
  }
  if (problems.length > 0) throw new UserError(problems);
  const fronts = frontsAmong(
    drivers,
    servers,
    ofUrls.map((payload) => ({ payload })),
    budgetMs,
  );
  return { drivers: fronts, payloads: payloads.map((payload) => askedNow(payload, servers)) };
}

/**
 * A name that was this machine's, and asked without a limit, may be another one's by now; and a certificate
 * that was trusted may be none any more.
 */
function askedNow(payload: PayloadRef, servers: readonly FoundServer[]): PayloadRef {
  const { url } = payload;
  const server = servers.find(({ name }) => name === url?.target);
  if (url === undefined || server === undefined) return payload;
  const { insecure: _, ...rest } = url;
  const perSecond = mostPerSecond(server);
  const now = {
    ...(server.insecure && { insecure: true as const }),
    ...(perSecond !== null && { perSecond }),
  };
  return { ...payload, url: { ...rest, ...now } };
}

/**
 * Target → the whole URL. Two of a record may look alike, since only a secret told them apart: what is typed
 * goes to them in the record's order.
 */
function wholeUrls(
  typed: readonly string[],
  payloads: readonly OfUrl[],
  problems: Problem[],
): ReadonlyMap<string, string> {
  const whole = new Map<string, string>();
  for (const url of typed) {
    const label = isUrl(url) && URL.canParse(url) ? withoutCredentials(new URL(url), {}).label : null;
    const alike = label === null ? [] : payloadsShownAs(new URL(url), label, payloads);
    const next = alike.find((payload) => !whole.has(payload.url.target));
    if (next !== undefined) whole.set(next.url.target, url);
    else if (alike.length > 0) {
      const what = `${label} is given more often than the record has it`;
      problems.push(ofFlag('--url', what));
    } else {
      const known = payloads.map(({ source }) => source);
      const what = label === null ? 'what was given is no http(s) URL' : `${label} is none of the record's`;
      problems.push({ ...ofFlag('--url', what), allowed: known });
    }
  }
  for (const [source, alike] of Map.groupBy(payloads, (payload) => payload.source)) {
    const given = alike.filter(({ url }) => whole.has(url.target));
    if (given.length === 0 || given.length === alike.length) continue;
    const what = `${alike.length} URLs of the record look like ${source}: give all of them, in its order`;
    problems.push(ofFlag('--url', what));
  }
  return whole;
}

/** Of a study file's URL the record shows variables by their names, which stand for anything. */
function payloadsShownAs(url: URL, label: string, payloads: readonly OfUrl[]): readonly OfUrl[] {
  const { origin, pathname, search } = url;
  const fits = (source: string) => {
    const parts = source.split(/…|\$\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('[^/?&]*')}$`).test(origin + pathname + search);
  };
  const same = payloads.filter(({ source }) => source === label);
  return same.length > 0 ? same : payloads.filter(({ source }) => hasVariables(source) && fits(source));
}

function isShownInPart(source: string): boolean {
  return source.includes(HIDDEN) || hasVariables(source);
}

/** What neither the record nor the environment has of its URLs, and whoever goes on with it gives again. */
export function notKept(payloads: readonly PayloadRef[]) {
  const ofUrls = payloads.filter((payload): payload is OfUrl => payload.url !== undefined);
  const headers = ofUrls.flatMap(({ url }) =>
    Object.entries(url.headers ?? {}).flatMap(([name, template]) => (template === null ? [name] : [])),
  );
  const inPart = ofUrls.filter(({ source, url }) => url.asked === undefined && isShownInPart(source));
  return { headers: [...new Set(headers)], addresses: inPart.map(({ source }) => source) };
}

/** Whose certificates its servers over TLS had to have; null: it has none. */
export function certificateTaken(payloads: readonly PayloadRef[]): 'any' | 'trusted' | null {
  const overTls = payloads.filter(
    ({ source, url }) => url !== undefined && /^https:/i.test(url.asked ?? source),
  );
  if (overTls.length === 0) return null;
  return overTls.some(({ url }) => url?.insecure === true) ? 'any' : 'trusted';
}

/** null where something is missing. */
function askedBy(
  { source, url }: OfUrl,
  given: AskedUrl['headers'],
  whole: ReadonlyMap<string, string>,
  host: Host,
  problems: Problem[],
): AskedUrl | null {
  const missing = new Set<string>();
  const wrong: string[] = [];
  if (!URL.canParse(source)) {
    problems.push(ofFlag('--resume', `${source} was started for the record: measure it anew`));
    return null;
  }
  const isWhole = url.asked === undefined && !isShownInPart(source);
  const byHand = whole.get(url.target) ?? (isWhole ? source : null);
  const found =
    byHand !== null
      ? { whole: byHand, label: source }
      : url.asked === undefined
        ? null
        : urlOf(url.asked, host.env, missing, wrong);
  const before = problems.length;
  if (found === null && wrong.length === 0)
    problems.push(
      ofFlag('--url', `the record shows ${source} alone, and keeps no secrets: give the whole URL again`),
    );
  const ofPair = byHand === null ? {} : withoutCredentials(new URL(byHand), {}).headers;
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(url.headers ?? {})) {
    const value =
      given[name] ??
      (ofPair as Record<string, string>)[name] ??
      (template === null ? undefined : headerFromEnvironment(name, template, host.env, missing, wrong));
    if (value === undefined)
      problems.push(
        ofFlag('--header', `the record keeps no headers: give ${name} for ${source} again ('${name}: …')`),
      );
    else headers[name] = value;
  }
  for (const what of wrong) problems.push({ file: source, path: '', what });
  for (const name of missing)
    problems.push({ file: source, path: '', what: `${name} of the environment is not set` });
  if (problems.length > before || found === null) return null;
  return {
    url: found.whole,
    label: source,
    headers,
    name: url.target,
    insecure: url.insecure === true,
    proto: null,
    perSecond: url.perSecond ?? USUAL_PER_SECOND,
    isRateAsked: url.perSecond !== undefined,
    limits: url.limits ?? DEFAULT_LIMITS,
    kept: {},
  };
}

function ofFlag(file: string, what: string): Problem {
  return { file, path: '', what };
}
