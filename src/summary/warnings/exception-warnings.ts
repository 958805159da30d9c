// Cells measured over a protocol of which their target declares that it does not keep a rule of the contract.

import { raise, type Warning } from '../../base/warnings/warning.ts';
import { wordOf } from '../../factors/cell.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { RunFile } from '../../record/record.ts';
import { targetFacts } from '../../record/session-targets.ts';
import { EXCEPTION_NAMES, EXCEPTIONS, type Exception, isExcepted } from '../../wire/exceptions.ts';
import type { CellSummary } from '../summary.ts';
import { examples, sayCellCount } from './say-cells.ts';

/**
 * One for each target, protocol and exception, of cells whose figures it changes: over loopback a record
 * takes no time, and warm exchanges find no ticket; `no-goaway` leaves nothing measured that it could change.
 */
export function exceptionWarnings(
  run: Pick<RunFile, 'plan' | 'sessions'>,
  cells: readonly CellSummary[],
): Warning[] {
  return EXCEPTION_NAMES.filter((exception) => exception !== 'no-goaway').flatMap((exception) => {
    const concerned = cells.filter((cell) => isConcerned(run, cell, exception));
    const groups = Map.groupBy(
      concerned,
      ({ factors: { target, protocol } }) => `${target} over ${protocol}`,
    );
    const { does, effect } = EXCEPTIONS[exception];
    return [...groups].map(([where, group]) =>
      raise('declared-exception', `${where} ${does}: ${effect} (${sayCellCount(group)}: ${examples(group)})`),
    );
  });
}

function isConcerned(
  { plan, sessions }: Pick<RunFile, 'plan' | 'sessions'>,
  { factors, status }: CellSummary,
  exception: Exception,
): boolean {
  if (status !== 'measured') return false;
  if (exception === 'head-with-body' && factors.network === NO_NETWORK) return false;
  if (exception === 'session-tickets' && wordOf(factors, 'connection') === 'warm') return false;
  return sessions.some((session) => {
    const about = targetFacts(session, plan, factors.target)?.about;
    return about !== undefined && isExcepted(about, factors.protocol, exception);
  });
}
