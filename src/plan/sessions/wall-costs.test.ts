import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import type { PlannedCell } from '../plan.ts';
import { roughlyMs } from './rough-times.ts';
import { CHECKED_EXCHANGES, sessionOverheadMs } from './wall-costs.ts';

test('a session with a slow client has its known work before and after, and slower checks', () => {
  const sent = { networks: [], payloads: [] };
  const factorsOf = (cpu: number) => requestCell({ n: 100, cpu });
  const overheadMs = (cpu: number) => {
    const factors = factorsOf(cpu);
    const cell: PlannedCell = { id: 'json', part: '', factors, twinOf: null, skip: null };
    return sessionOverheadMs({ browser: 'chromium', target: 'node' }, [cell], sent);
  };
  const checksMs = (cpu: number) => CHECKED_EXCHANGES * roughlyMs(factorsOf(cpu), sent);
  const moreMs = overheadMs(4) - overheadMs(1) - (checksMs(4) - checksMs(1));
  assert.equal(Math.round(moreMs), 35 * (22 + 9 * 4));
});
