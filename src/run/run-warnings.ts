// What went wrong on the way, as warnings for every report: sessions that failed, blocks that must not count.

import type { Warning } from '../base/warnings.ts';
import type { SessionFacts } from '../record/record.ts';

export function runWarnings(sessions: readonly SessionFacts[]): Warning[] {
  return sessions.flatMap((facts) => [...failed(facts), ...disturbed(facts)]);
}

function failed({ session, status, reason }: SessionFacts): Warning[] {
  if (status !== 'failed') return [];
  const what = `session ${session} failed and is left out: ${reason.split('\n')[0]}`;
  return [{ kind: 'session-failed', what, advice: '', session }];
}

/** One warning a session and reason, not one a block. */
function disturbed({ session, voidedBlocks }: SessionFacts): Warning[] {
  const advice = 'keep the page in front while it measures';
  return [...Map.groupBy(voidedBlocks, ({ why }) => why)].map(([why, { length }]) => {
    const blocks = length === 1 ? '1 block' : `${length} blocks`;
    const what = `${why}: ${blocks} of session ${session} left out, and repeated once`;
    return { kind: 'hidden-page', what, advice, session };
  });
}
