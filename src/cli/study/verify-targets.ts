// Before anything is measured every target of the plan is held to the target contract.

import { EnvironmentError } from '../../base/errors.ts';
import { roundToDigits } from '../../base/figures/numbers.ts';
import type { Host } from '../../base/host.ts';
import { deriveSeed, seededRandom } from '../../base/random.ts';
import { callForDataset } from '../../data/calls.ts';
import { DATASET_NAMES } from '../../data/catalogue.ts';
import type { Drivers } from '../../drive/driver.ts';
import type { CertificateFiles } from '../../drive/targets/certificate.ts';
import { type Cell, computationOf, isSequence } from '../../factors/cell.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import { type Plan, type PlannedCell, targetsOf } from '../../plan/plan.ts';
import type { Listener } from '../../run/events.ts';
import { storeOwnData } from '../../verify/own-data.ts';
import type { VerifyReport } from '../../verify/report.ts';
import { findSecureTarget } from '../../verify/secure-target.ts';
import { verifiedBefore } from '../../verify/verified-before.ts';
import { ANSWER_WITHIN_MS, type Used, verifyTarget } from '../../verify/verify.ts';
import { READERS, VERIFY_LARGEST_N } from '../../verify/verify-process.ts';
import { CARRIES, type Endpoint } from '../../wire/sequence.ts';
import { dataDirectory } from '../surroundings/run-context.ts';
import { type Lack, lacksAmong } from './lacks.ts';

/**
 * Those that cannot be built or started, or do not keep it. `verified`: targets that were held to the
 * contract before, with what was used of them → how many checks they passed. `withinMs`: how long one of
 * their answers is waited for.
 */
export async function targetsThatFail(
  plan: Plan,
  host: Host,
  drivers: Drivers,
  tell: Listener,
  verified: Map<string, number>,
  withinMs: () => number = () => ANSWER_WITHIN_MS,
): Promise<Lack[]> {
  const cells = plan.cells.filter(({ skip }) => skip === null);
  const isSecure = cells.some(({ factors }) => factors.protocol !== 'http1');
  const tls = isSecure ? await drivers.certificate([]) : null;
  const all = [...new Set(plan.sessions.flatMap(targetsOf))].filter((name) =>
    cells.some(({ factors }) => factors.target === name),
  );
  const names = all.filter((name) => drivers.target(name).isFront !== true);
  const hasOwn = cells.some(({ factors }) => names.includes(factors.target) && isOwn(factors));
  const ownData = hasOwn ? storeOwnData(dataDirectory(host)) : [];
  const lacks = await lacksAmong('target', names, async (name) => {
    const used = usedBy(cells.filter(({ factors }) => factors.target === name));
    const seed = deriveSeed(plan.seed, 'verify', name);
    const asked = { name, used, ownData, tls, seed, withinMs };
    const what = JSON.stringify([name, used, isSecure, ownData.map(({ folder }) => folder)]);
    const before = verified.get(what) ?? verifiedBefore(host.env, name);
    const checks = before ?? (await heldToContract(asked, host, drivers));
    if (checks === null) return;
    verified.set(what, checks);
    tell({ kind: 'target-verified', target: name, checks });
  });
  return host.interrupted.aborted ? [] : lacks.map((lack) => ({ ...lack, fails: true }));
}

interface Held {
  readonly name: string;
  readonly used: Used;
  readonly ownData: ReturnType<typeof storeOwnData>;
  readonly tls: CertificateFiles | null;
  readonly seed: number;
  readonly withinMs: () => number;
}

/**
 * How many checks it passed; null where it was interrupted while it was built, started or looked at. Throws
 * an EnvironmentError where it fails.
 */
async function heldToContract(asked: Held, host: Host, drivers: Drivers): Promise<number | null> {
  if (host.interrupted.aborted) return null;
  const { name, used, ownData, tls, seed, withinMs } = asked;
  const settings = {
    largestN: VERIFY_LARGEST_N,
    datasets: used.datasets,
    payloads: ownData.map(({ folder }) => folder),
    tls,
    readers: READERS,
  };
  const target = await drivers.target(name).start(settings);
  try {
    const secure = await findSecureTarget(target, tls);
    const timeoutMs = withinMs();
    const options = {
      mode: 'fast',
      timeoutMs,
      clock: host.clock,
      random: seededRandom(seed),
      dataDir: dataDirectory(host),
      secure,
      only: used,
      pid: target.pid,
      ownData: ownData.map(({ data }) => data),
      secret: target.secret,
      openTo: READERS.origin,
    } as const;
    const report = await Promise.race([verifyTarget(target.url, options), aborted(host.interrupted)]);
    if (report === null) return null;
    if (report.passed) return report.checks.length;
    throw notKept(name, report, timeoutMs);
  } finally {
    await target.close();
  }
}

/** Which checks failed stands in the record too, as the reason of what is left out. */
function notKept(target: string, { checks }: VerifyReport, timeoutMs: number): EnvironmentError {
  const failed = checks.filter(({ status }) => status === 'failed');
  const names = failed.map(({ name }) => name).join(', ');
  const isLate = failed.some(({ durationMs }) => durationMs >= timeoutMs);
  const what = isLate
    ? `did not answer within ${roundToDigits(timeoutMs / 1_000, 3)} s when it was held to the target contract`
    : 'does not keep the target contract';
  return new EnvironmentError(
    `target ${target} ${what}, so it is not measured: it fails ${names}`,
    failed.flatMap(({ name, findings }) => findings.slice(0, 3).map((one) => `${name}: ${one}`)),
    `let it do what is checked (${failed.map(({ name, must }) => `${name}: ${must}`).join('; ')}); ` +
      `wirefare verify ${target} tells all that is wrong, targets/CONTRACT.md what must be`,
  );
}

function isOwn({ dataset }: Cell): boolean {
  return dataset !== RANDOM_DATASET && !DATASET_NAMES.includes(dataset) && callForDataset(dataset) === null;
}

/** What its cells use; without any generated dataset among them the first stands for own data. */
export function usedBy(cells: readonly PlannedCell[]): Used {
  const used = cells.flatMap(({ skip, factors }) => (skip === null ? [factors] : []));
  const levels = (of: (factors: Cell) => string) => [...new Set(used.map(of))];
  const datasets = levels(({ dataset }) => dataset).filter((name) => DATASET_NAMES.includes(name));
  return {
    datasets: datasets.length > 0 ? datasets : DATASET_NAMES.slice(0, 1),
    formats: levels(({ format }) => format),
    compressions: levels(({ compression }) => compression.coding),
    computations: levels(computationOf),
    endpoints: [...new Set(used.flatMap(cellEndpoints))],
    calls: callsIn(used),
  };
}

function callsIn(used: readonly Cell[]): NonNullable<Used['calls']> {
  const calls = used.filter(({ kind }) => kind === 'call');
  const operations = calls.flatMap(({ dataset }) => callForDataset(dataset)?.operation ?? []);
  return { operations: [...new Set(operations)], formats: [...new Set(calls.map(({ format }) => format))] };
}

/** None where every exchange is a request: then nothing of messages is looked at. */
function cellEndpoints(cell: Cell): readonly Endpoint[] {
  return isSequence(cell) ? CARRIES[cell.transport].endpoints : [];
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    else signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}
