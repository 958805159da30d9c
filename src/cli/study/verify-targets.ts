// Before anything is measured every target of the plan is held to the target contract.

import { EnvironmentError } from '../../base/errors.ts';
import type { Host } from '../../base/host.ts';
import { deriveSeed, seededRandom } from '../../base/random.ts';
import { callForDataset } from '../../data/calls.ts';
import { DATASET_NAMES } from '../../data/catalogue.ts';
import type { Drivers } from '../../drive/driver.ts';
import { type Cell, computationOf, isSequence } from '../../factors/cell.ts';
import { RANDOM_DATASET } from '../../factors/dataset.ts';
import type { Plan, PlannedCell } from '../../plan/plan.ts';
import type { Listener } from '../../run/events.ts';
import { storeOwnData } from '../../verify/own-data.ts';
import { findSecureTarget } from '../../verify/secure-target.ts';
import { type Used, verifyTarget } from '../../verify/verify.ts';
import { VERIFY_LARGEST_N } from '../../verify/verify-process.ts';
import { CARRIES, type Endpoint } from '../../wire/sequence.ts';
import { dataDirectory } from '../surroundings/run-context.ts';

/** Throws an EnvironmentError at the first that does not keep it. */
export async function verifyTargets(plan: Plan, host: Host, drivers: Drivers, tell: Listener): Promise<void> {
  const isSecure = plan.cells.some(({ skip, factors }) => skip === null && factors.protocol !== 'http1');
  const only = usedBy(plan.cells);
  const sendsOwn = plan.cells.some(({ skip, factors }) => skip === null && isOwn(factors));
  const own = sendsOwn ? storeOwnData(dataDirectory(host)) : [];
  const tls = isSecure ? await drivers.certificate([]) : null;
  for (const name of new Set(plan.sessions.map((session) => session.target))) {
    const what = JSON.stringify({ name, only, isSecure, own: own.map(({ folder }) => folder) });
    const checksBefore = drivers.verified?.get(what);
    if (checksBefore !== undefined) {
      tell({ kind: 'target-verified', target: name, checks: checksBefore });
      continue;
    }
    const settings = {
      largestN: VERIFY_LARGEST_N,
      datasets: only.datasets,
      payloads: own.map(({ folder }) => folder),
      tls,
    };
    const target = await drivers
      .target(name)
      .start(settings)
      .catch((thrown: unknown) => {
        if (host.interrupted.aborted) return null;
        throw orOnNode(name, thrown);
      });
    // Interrupted while it was built or started: the run sees that itself, and leaves a record that says so.
    if (target === null) return;
    try {
      const secure = await findSecureTarget(target, tls);
      const random = seededRandom(deriveSeed(plan.seed, 'verify', name));
      const options = {
        mode: 'fast',
        clock: host.clock,
        random,
        dataDir: dataDirectory(host),
        secure,
        only,
        pid: target.pid,
        ownData: own.map(({ data }) => data),
      } as const;
      const verified = await Promise.race([verifyTarget(target.url, options), aborted(host.interrupted)]);
      if (verified === null) return;
      if (!verified.passed) {
        throw new EnvironmentError(
          `target ${name} does not keep the target contract, so nothing is measured`,
          verified.checks.flatMap(({ name, findings }) =>
            findings.slice(0, 3).map((one) => `${name}: ${one}`),
          ),
          `see what is wrong with: npx wirefare verify ${name}`,
        );
      }
      drivers.verified?.set(what, verified.checks.length);
      tell({ kind: 'target-verified', target: name, checks: verified.checks.length });
    } finally {
      await target.close();
    }
  }
}

/** What a target needs may be more than somebody wants to install for a study that others can answer too. */
function orOnNode(name: string, thrown: unknown): unknown {
  if (!(thrown instanceof EnvironmentError) || name === 'node') return thrown;
  const remedy = `${thrown.remedy}; or ask the server that comes with Wirefare: --target node`;
  return new EnvironmentError(thrown.message, thrown.tried, remedy);
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
