// Holds a target to its contract: GET /about first, then every check of the suite in turn.

import type { Clock } from '../base/clock.ts';
import { messageOf, UserError } from '../base/errors.ts';
import type { Random } from '../base/random.ts';
import { COMPRESSIONS } from '../compression/catalogue.ts';
import { OPERATIONS } from '../data/calls.ts';
import { DATASET_NAMES, datasetNamed } from '../data/catalogue.ts';
import { computationNamed } from '../data/compute/computations.ts';
import type { DataRecord } from '../data/schema.ts';
import { loadDataset } from '../data/store/store.ts';
import type { StoredData } from '../data/store/stored-data.ts';
import { COMPUTATIONS } from '../factors/computation.ts';
import { FORMATS } from '../formats/catalogue.ts';
import { parseAbout } from '../wire/about-schema.ts';
import { EXCEPTION_NAMES } from '../wire/exceptions.ts';
import type { Endpoint, MessageFeatures } from '../wire/sequence.ts';
import {
  type About,
  type CallFeatures,
  CONTRACT_VERSIONS,
  exchangePath,
  NEW_IN_VERSION,
} from '../wire/target-contract.ts';
import type { Check, CheckContext, CheckResult, LoggedExchange, VerifyMode } from './check.ts';
import { type HttpClient, httpClient } from './clients/http-client.ts';
import { hasObjects } from './clients/queries.ts';
import type { CheckOutcome, VerifyReport } from './report.ts';
import { SECURE_PROTOCOLS, type SecureTarget } from './secure-target.ts';
import { SUITE } from './suite.ts';

export interface VerifyOptions {
  readonly mode: VerifyMode;
  readonly clock: Clock;
  /** Picks the numbers of objects that no target can have prepared for: give it a fresh seed. */
  readonly random: Random;
  /** Where generated datasets are kept; null keeps nothing. */
  readonly dataDir: string | null;
  /** Longest wait for one answer, ms. */
  readonly timeoutMs?: number;
  /** Ends it between two answers: `verifyTarget` rejects with a VerifyInterrupted. */
  readonly interrupted?: AbortSignal;
  /** The secret that it asks for; null where it was given one and does not ask, absent: it was given none. */
  readonly secret?: string | null;
  /** The origin that it was told to open to; absent: `*`. */
  readonly openTo?: string;
  /** Its process, where it is one on this machine that the lab started. */
  readonly pid?: number;
  /** Where it speaks HTTPS and HTTP/2; absent where the lab did not start it, or it has neither. */
  readonly secure?: SecureTarget | null;
  /** What of the target is gone through; all that it lists unless given. A run gives what it measures. */
  readonly only?: Used;
  /** What it was started with besides, where the lab started it. */
  readonly ownData?: readonly StoredData[];
  /** The checks to run after /about; all of them unless given. */
  readonly checks?: readonly Check[];
  /** Told of every check when it is done. */
  onCheck?(outcome: CheckOutcome): void;
}

/** Names without levels or encoders; those that the target does not list are passed over. */
export interface Used {
  readonly datasets: readonly string[];
  readonly formats: readonly string[];
  readonly compressions: readonly string[];
  readonly computations: readonly string[];
  /** What carries messages; absent: nothing does. */
  readonly endpoints?: readonly Endpoint[];
  /** What is called, in which formats; absent: nothing is. */
  readonly calls?: { readonly operations: readonly string[]; readonly formats: readonly string[] };
}

export const ANSWER_WITHIN_MS = 60_000;

/**
 * Rejects with a UserError where `url` is no http URL, and never for what a target does: that is in the
 * report.
 */
export async function verifyTarget(url: string, options: VerifyOptions): Promise<VerifyReport> {
  const { clock, mode, timeoutMs = ANSWER_WITHIN_MS, onCheck = () => {} } = options;
  const origin = parseOrigin(url);
  const client = httpClient({ targetUrl: origin, secret: options.secret ?? null }, clock, timeoutMs);
  const startMs = clock.nowMs();
  const checks: CheckOutcome[] = [];
  const add = (outcome: CheckOutcome) => {
    checks.push(outcome);
    onCheck(outcome);
  };
  try {
    const { about, findings } = await askAbout(client, origin);
    const since = about === null ? [] : newSince(about);
    const ofAbout = findings.length > 0 || since.length === 0 ? { findings } : { warnings: since };
    add(makeOutcome(ABOUT, ofAbout, clock.nowMs() - startMs));
    if (about !== null && findings.length === 0) {
      await runChecks(
        options.checks ?? SUITE,
        makeContext(origin, restricted(about, options.only), client, { ...options, timeoutMs }),
        add,
        options.interrupted,
      );
    }
    const passed = checks.every(({ status }) => status !== 'failed');
    const durationMs = clock.nowMs() - startMs;
    return { target: origin, mode, about, passed, checks, requests: client.requests, durationMs };
  } finally {
    client.close();
  }
}

function parseOrigin(url: string): string {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'http:') return parsed.origin;
  throw new UserError([
    { file: url, path: '', what: 'is not the URL of a target, such as http://127.0.0.1:8080' },
  ]);
}

/** Somebody wants to wait no longer. */
export class VerifyInterrupted extends Error {}

const ABOUT = { name: 'about', must: '/about says, as JSON, what the target is and can do' };

/** What the contract asks today of a target that was written for an earlier version, each with its check. */
function newSince({ contract }: About): string[] {
  return CONTRACT_VERSIONS.flatMap((version) => {
    if (version === 1 || version <= contract) return [];
    const { asks, check } = NEW_IN_VERSION[version];
    return [
      `it says version ${contract} of the contract; new in version ${version}: ${asks} (check ${check})`,
    ];
  });
}

async function askAbout(
  client: HttpClient,
  origin: string,
): Promise<{ about: About | null; findings: string[] }> {
  try {
    const { status, headers, body } = await client.get('/about');
    const wrong = (what: string) => ({ about: null, findings: [`GET ${origin}/about ${what}`] });
    if (status !== 200) return wrong(`answered ${status}, not 200`);
    const said = parsedJson(body);
    if (said === undefined) return wrong('answered what is not JSON');
    const parsed = parseAbout(said);
    if ('problems' in parsed) return { about: null, findings: [...parsed.problems] };
    const type = headers['content-type'] ?? 'missing';
    const findings = type.startsWith('application/json')
      ? []
      : [`Content-Type is ${type}, not application/json`];
    return { about: parsed.about, findings: [...findings, ...unknownFeatures(parsed.about)] };
  } catch (error) {
    return { about: null, findings: [messageOf(error)] };
  }
}

/** undefined of what is no JSON. */
function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** What the lab has no reference for cannot be verified. */
function unknownFeatures({ features }: About): string[] {
  const lists: [string, readonly string[], readonly string[]][] = [
    ['datasets', features.datasets, DATASET_NAMES],
    ['formats', Object.keys(features.formats), FORMATS.map(({ name }) => name)],
    ['compressions', Object.keys(features.compressions), COMPRESSIONS.map(({ name }) => name)],
    ['computations', features.computations, COMPUTATIONS],
    ['calls.operations', features.calls?.operations ?? [], OPERATIONS],
    ['calls.formats', Object.keys(features.calls?.formats ?? {}), FORMATS.map(({ name }) => name)],
    ['exceptions', Object.values(features.exceptions ?? {}).flat(), EXCEPTION_NAMES],
    ['protocols', features.protocols ?? [], ['http1', ...SECURE_PROTOCOLS, 'h3']],
  ];
  const findings = lists.flatMap(([list, said, known]) => {
    const unknown = said.filter((name) => !known.includes(name));
    return unknown.map((name) => `features.${list}: the contract knows no ${name}, only ${known.join(', ')}`);
  });
  const streamable = Object.keys(features.compressions).filter((name) => name !== 'none');
  for (const name of features.streamed ?? []) {
    if (streamable.includes(name)) continue;
    findings.push(
      `features.streamed: ${name} is no coding of features.compressions (${streamable.join(', ') || 'there is none'})`,
    );
  }
  if (features.compressions.none === undefined) findings.push('features.compressions: none is missing');
  if (!features.computations.includes('none')) findings.push('features.computations: none is missing');
  return findings;
}

/** The checks go through what /about lists: with less in it they ask for less. */
function restricted(about: About, only: Used | undefined): About {
  if (only === undefined) return about;
  const { features } = about;
  const kept = <T>(lists: Readonly<Record<string, T>>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(lists).filter(([name]) => names.includes(name)));
  return {
    ...about,
    features: {
      ...features,
      messages: restrictedMessages(features.messages, only.endpoints ?? []),
      calls: restrictedCalls(features.calls, only.calls),
      datasets: features.datasets.filter((name) => only.datasets.includes(name)),
      formats: kept(features.formats, only.formats),
      compressions: kept(features.compressions, ['none', ...only.compressions]),
      computations: features.computations.filter((name) => ['none', ...only.computations].includes(name)),
    },
  };
}

function restrictedMessages(
  messages: MessageFeatures | undefined,
  used: readonly Endpoint[],
): MessageFeatures | undefined {
  if (messages === undefined || used.length === 0) return undefined;
  const endpoints = Object.entries(messages.endpoints).filter(([name]) => used.includes(name as Endpoint));
  return { ...messages, endpoints: Object.fromEntries(endpoints) };
}

function restrictedCalls(calls: CallFeatures | undefined, used: Used['calls']): CallFeatures | undefined {
  if (calls === undefined || used === undefined) return undefined;
  const formats = Object.entries(calls.formats).filter(([name]) => used.formats.includes(name));
  return {
    operations: calls.operations.filter((name) => used.operations.includes(name)),
    formats: Object.fromEntries(formats),
  };
}

async function runChecks(
  checks: readonly Check[],
  context: CheckContext,
  add: (outcome: CheckOutcome) => void,
  interrupted: AbortSignal | undefined,
): Promise<void> {
  const interruption = whenAborted(interrupted);
  for (const check of checks) {
    const startMs = context.clock.nowMs();
    const result = await Promise.race([runCheck(check, context), interruption]);
    const outcome = makeOutcome(check, result, context.clock.nowMs() - startMs);
    add(outcome);
    if (outcome.status !== 'failed') continue;
    // A target that hangs would cost as much in every check that is left; `verify` tells all of them.
    const isLate = context.mode === 'fast' && outcome.durationMs >= context.timeoutMs;
    if (check.vital || isLate) return;
  }
}

function whenAborted(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  // Nobody may be waiting for it.
  promise.catch(() => undefined);
  const end = () => reject(new VerifyInterrupted('interrupted'));
  if (signal?.aborted === true) end();
  else signal?.addEventListener('abort', end, { once: true });
  return promise;
}

async function runCheck(check: Check, context: CheckContext): Promise<CheckResult> {
  if (check.needsObjects === true && !hasObjects(context.about))
    return { skipped: 'exchanges of objects: it has none, or none are measured' };
  return check.run(context).catch((error: unknown) => ({ findings: [messageOf(error)] }));
}

function makeOutcome(
  { name, must }: Pick<Check, 'name' | 'must'>,
  result: CheckResult,
  durationMs: number,
): CheckOutcome {
  if ('skipped' in result) {
    return { name, must, status: 'skipped', findings: [], reason: result.skipped, durationMs };
  }
  if ('warnings' in result) {
    return { name, must, status: 'warned', findings: result.warnings, reason: '', durationMs };
  }
  const status = result.findings.length === 0 ? 'passed' : 'failed';
  return { name, must, status, findings: result.findings, reason: '', durationMs };
}

function makeContext(
  url: string,
  about: About,
  client: HttpClient,
  options: VerifyOptions & { readonly timeoutMs: number },
): CheckContext {
  const { mode, clock, random, timeoutMs, secure = null, ownData = [] } = options;
  const log: LoggedExchange[] = [];
  let serials = 0;
  return {
    url,
    address: { targetUrl: url, secret: options.secret ?? null },
    wasGivenSecret: options.secret !== undefined,
    // One that does not know of the secret knows of no origin either, which is told once.
    openTo: (options.secret === null ? undefined : options.openTo) ?? '*',
    mode,
    about,
    secure,
    client,
    clock,
    random,
    pid: options.pid ?? null,
    timeoutMs,
    log,
    path: (query) => exchangePath(query, serials++),
    exchange: async (query, serial = serials++) => {
      const reply = await client.get(exchangePath(query, serial));
      if (reply.status === 200) log.push({ query, reply: { ...reply, body: Buffer.alloc(0) } });
      return reply;
    },
    ownData,
    ...references(options.dataDir, ownData),
  };
}

/**
 * The lab's own data; generated records are loaded once for the largest n asked for, and computed on fresh
 * copies.
 */
function references(
  dataDir: string | null,
  ownData: readonly StoredData[],
): Pick<CheckContext, 'expected' | 'schemaOf'> {
  const ownNamed = (dataset: string) => ownData.find(({ name }) => name === dataset);
  const loaded = new Map<string, readonly DataRecord[]>();
  const firstRecords = (dataset: string, n: number) => {
    let records = loaded.get(dataset) ?? [];
    if (records.length < n) {
      records = loadDataset(dataset, n, dataDir);
      loaded.set(dataset, records);
    }
    return records.slice(0, n);
  };
  return {
    schemaOf: (dataset) => (ownNamed(dataset) ?? datasetNamed(dataset)).schema,
    expected: ({ dataset, n, message = null, compute }) => {
      const own = ownNamed(dataset);
      if (own !== undefined) return own.body(n, message ?? 0);
      const fresh = firstRecords(dataset, n);
      const name = COMPUTATIONS.find((each) => each === compute);
      if (name === undefined) throw new Error(`the lab knows no computation ${compute}`);
      // CM3 to CM5 repeat CM2, which leaves what is already in its order as it is: once is enough for a
      // reference.
      computationNamed(['cm3', 'cm4', 'cm5'].includes(name) ? 'cm2' : name, dataset)(fresh);
      return fresh;
    },
  };
}
