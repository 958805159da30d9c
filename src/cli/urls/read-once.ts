// One reading of a URL, before anything is measured.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Host } from '../../base/host.ts';
import { askAsStream, type OpenUpstream } from '../../front/upstream.ts';
import { refusal } from '../../payload/findings.ts';
import type { Limits } from '../../payload/source.ts';
import { type Answer, collected, sayNetworkError, tooLate } from '../../payload/url/fetch-answer.ts';
import { isHttp, shownUrl } from '../../payload/url/shown-url.ts';

export interface Read extends Answer {
  readonly httpVersion: string;
  /** Of the body, as it was on the wire: what was here in the turn in which the head came. */
  readonly bytesWithHead: number;
}

/** Throws a UserError where there is no answer in time, or it leads elsewhere. */
export async function readOnce(
  open: OpenUpstream,
  { url, label }: { readonly url: URL; readonly label: string },
  sent: Readonly<Record<string, string>>,
  limits: Limits,
  { clock, interrupted }: Host,
): Promise<Read> {
  const late = AbortSignal.timeout(limits.durationMs);
  const signal = AbortSignal.any([interrupted, late]);
  const progress = { bytes: 0, hasHead: false };
  const calledMs = clock.nowMs();
  try {
    const { status, headers: told, httpVersion, body, headMs } = await askAsStream(open, sent, signal);
    progress.hasHead = true;
    const headers = Object.fromEntries(
      Object.entries(told).filter((one): one is [string, string] => one[1] !== undefined),
    );
    refuseRedirection(label, url, status, headers.location);
    // The front waits for as long before it sends a head on by itself.
    await nextTurn();
    const bytesWithHead = body.readableLength;
    const bytes = await collected(body, label, limits, progress);
    const waitMs = headMs - calledMs;
    const transferMs = clock.nowMs() - headMs;
    const answer = { finalUrl: url, status, headers, body: bytes, waitMs, transferMs, notes: [] };
    return { ...answer, httpVersion, bytesWithHead };
  } catch (thrown) {
    interrupted.throwIfAborted();
    if (late.aborted) throw tooLate(label, limits, progress);
    throw sayNetworkError(label, thrown);
  }
}

/** Followed by nobody: every exchange would have the redirection in it. */
function refuseRedirection(label: string, from: URL, status: number, location: string | undefined): void {
  if (status < 300 || status >= 400 || status === 304) return;
  const to = location !== undefined && URL.canParse(location, from) ? new URL(location, from) : null;
  if (to === null) throw refusal(label, `redirects (${status}) and does not say where to`);
  const signIn = `--header sends what the server wants ('Cookie: …', 'Authorization: …')`;
  // As servers do that set a cookie and look whether it comes back.
  if (to.href === from.href) throw refusal(label, `redirects (${status}) to itself; ${signIn}`);
  const otherwise = isHttp(to) ? '; if that is what is meant, measure it' : ', which is no http(s) address';
  throw refusal(
    label,
    `redirects (${status}) to ${shownUrl(to)}${otherwise}; where one signs in there, ${signIn}`,
  );
}
