// The whole contract of a target that the lab can start itself: the suite over HTTP, then how its process
// ends.

import { setTimeout as delay } from 'node:timers/promises';
import type { ExitInfo } from '../drive/processes/exit-info.ts';
import { sayExit } from '../drive/processes/first-line.ts';
import type { RunningTargetProcess, TargetProcessDriver } from '../drive/targets/target.ts';
import { storeOwnData } from './own-data.ts';
import type { CheckOutcome, VerifyReport } from './report.ts';
import { findSecureTarget } from './secure-target.ts';
import { type VerifyOptions, verifyTarget } from './verify.ts';

/** Enough objects for every check of the full suite, and for phases long enough to judge. */
export const VERIFY_LARGEST_N = 10_000;

/** Of a page that there is not: what the suite asks no browser reads. */
export const READERS = { origin: 'http://127.0.0.1:40001', hosts: [] } as const;

const ENDS_WITHIN_MS = 2_000;

/** Its connections break a moment before its end is seen. */
const SEEN_WITHIN_MS = 500;

/**
 * Starts the target (its errors are the driver's), verifies it, ends it in both ways; nothing is left
 * running. `tls` are the PEM files of a certificate for 127.0.0.1: with them it is verified over HTTPS and
 * HTTP/2 too, where it can.
 */
export async function verifyTargetProcess(
  driver: TargetProcessDriver,
  options: Omit<VerifyOptions, 'secure' | 'ownData' | 'pid'>,
  tls: { readonly certFile: string; readonly keyFile: string } | null = null,
): Promise<VerifyReport> {
  const { clock, onCheck = () => {} } = options;
  const startMs = clock.nowMs();
  const own = options.dataDir === null ? [] : storeOwnData(options.dataDir);
  const payloads = own.map(({ folder }) => folder);
  const target = await driver.start({ largestN: VERIFY_LARGEST_N, payloads, tls, readers: READERS });
  const endings: CheckOutcome[] = [];
  let report: VerifyReport;
  try {
    const secure = await findSecureTarget(target, tls);
    const ownData = own.map(({ data }) => data);
    report = await verifyTarget(target.url, {
      ...{ ...options, secure, ownData, pid: target.pid },
      secret: target.secret,
      openTo: READERS.origin,
    });
    const ended = report.passed ? null : await waitForEnd(target);
    if (ended !== null) return withoutProcess(report, ended, clock.nowMs() - startMs);
    endings.push(
      await endsOn('ends-on-sigterm', 'it ends within 2 s of SIGTERM', options, () => sigterm(target)),
    );
    onCheck(endings[0]!);
  } finally {
    await target.close();
  }
  const second = await driver.start({ largestN: VERIFY_LARGEST_N, tls });
  try {
    const must = 'it ends within 2 s when its stdin closes';
    endings.push(await endsOn('ends-with-stdin', must, options, () => stdinCloses(second)));
    onCheck(endings[1]!);
  } finally {
    await second.close();
  }
  const passed = report.passed && endings.every(({ status }) => status === 'passed');
  return { ...report, passed, checks: [...report.checks, ...endings], durationMs: clock.nowMs() - startMs };
}

/** How it ended by itself, while it was asked; null where it is still there. */
async function waitForEnd(target: RunningTargetProcess): Promise<ExitInfo | null> {
  const giveUp = new AbortController();
  const stays = delay(SEEN_WITHIN_MS, null, { signal: giveUp.signal }).catch(() => null);
  const exit = await Promise.race([target.exited, stays]);
  giveUp.abort();
  return exit;
}

/** What the suite found then says little: there was nobody to ask any more. */
function withoutProcess(report: VerifyReport, exit: ExitInfo, durationMs: number): VerifyReport {
  const gone: CheckOutcome = {
    name: 'stays-up',
    must: 'a request that fails does not end it',
    status: 'failed',
    findings: [`it ${sayExit(exit)}`],
    reason: '',
    durationMs: 0,
  };
  return { ...report, passed: false, checks: [...report.checks, gone], durationMs };
}

async function endsOn(
  name: string,
  must: string,
  { clock }: Pick<VerifyOptions, 'clock'>,
  end: () => Promise<string | null>,
): Promise<CheckOutcome> {
  const startMs = clock.nowMs();
  const finding = await end();
  const durationMs = clock.nowMs() - startMs;
  if (finding === null) return { name, must, status: 'passed', findings: [], reason: '', durationMs };
  return { name, must, status: 'failed', findings: [finding], reason: '', durationMs };
}

/** close() sends SIGTERM and, after the same 2 s, SIGKILL. */
async function sigterm(target: RunningTargetProcess): Promise<string | null> {
  await target.close();
  const { signal } = await target.exited;
  return signal === 'SIGKILL' ? 'it was still there 2 s after SIGTERM and had to be killed' : null;
}

async function stdinCloses(target: RunningTargetProcess): Promise<string | null> {
  target.closeStdin();
  const giveUp = new AbortController();
  const late = delay(ENDS_WITHIN_MS, 'late', { signal: giveUp.signal }).catch(() => 'ended');
  const seen = await Promise.race([target.exited.then(() => 'ended'), late]);
  giveUp.abort();
  return seen === 'late' ? 'it was still there 2 s after its stdin had closed' : null;
}
