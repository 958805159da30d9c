// Requests to servers as they stand that came to nothing, each server by its own: what it answered is what
// its owner wants to know.

import { shortPercent } from '../../base/figures/numbers.ts';
import { sayDuration } from '../../base/figures/times.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { RunFile } from '../../record/record.ts';
import { measuresUrls, urlNames } from '../../study/study.ts';
import { NOT_ASKED } from '../../wire/not-asked.ts';
import { TOO_LATE } from '../../wire/sample.ts';
import type { RunTimes } from '../samples/cell-times.ts';
import type { Summary } from '../summary.ts';

export function failedRequests({ study }: RunFile, times: RunTimes, { cells }: Summary): Warning[] {
  const measured = cells.filter(({ status }) => status === 'measured');
  return study.payloads.flatMap(({ url }) => {
    if (url === undefined) return [];
    const own = measured.filter(({ factors }) => factors.target === url.target);
    const failures = own.reduce((sum, cell) => sum + cell.failures, 0);
    if (failures === 0) return [];
    const all = own.reduce((sum, cell) => sum + cell.exchanges + cell.failures, 0);
    const who = urlNames(study).length === 1 && measuresUrls(study) ? 'your server' : url.target;
    const reason = own
      .map(({ id }) => times.counted.cells.get(id)?.failureReason ?? '')
      .find((one) => one !== '');
    const share = `${shortPercent(failures / all)} of the requests`;
    const count = `${failures} of ${all}`;
    const what =
      reason === TOO_LATE
        ? `${share} to ${who} had no whole answer within ${sayDuration(study.protocol.timeoutMs)} (${count}; a longer timeout waits for it)`
        : sayWhy(share, who, count, reason);
    return [raise('cell-failed', `${what}: the figures are those of the others`)];
  });
}

function sayWhy(share: string, who: string, count: string, reason = 'nobody knows why'): string {
  const at = reason.indexOf(NOT_ASKED);
  // The front refused by itself what the server never saw.
  if (at >= 0) return `${share} to ${who} were not sent (${count}; ${reason.slice(at)})`;
  const [, status, why] = ANSWERED.exec(reason) ?? [];
  if (status !== undefined)
    return `${who} answered ${status} to ${share} (${count}${why === undefined ? '' : `; ${why}`})`;
  const cut = BROKEN_OFF.test(reason) ? 'its answer broke off in the middle, as the browser says: ' : '';
  return `${share} to ${who} failed (${count}: ${cut}${reason})`;
}

/** With what the front says of it: when to try again, and what may be wrong. */
const ANSWERED = /^the target answered (\d+) to .*?(?:: (.*))?$/s;

/** In the words of Chromium, Firefox, WebKit and Node; a front that gets no answer at all says so itself. */
const BROKEN_OFF =
  /^(?:network error|failed to fetch|error in input stream|networkerror when attempting to fetch resource\.?|load failed|the network connection was lost\.?|terminated|aborted)$/i;
