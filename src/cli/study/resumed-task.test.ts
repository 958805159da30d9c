import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { SessionFacts } from '../../record/record.ts';
import { givenUpWarnings, runWarnings } from '../../run/run-warnings.ts';
import { resumedTask } from './resumed-task.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-resumed-'));
after(() => rmSync(dir, { recursive: true }));

test('a run that goes on keeps what was told of it, and tells anew what its sessions say', async () => {
  const own = raise('environment', 'another program ran');
  let ofSessions: Warning[] = [];
  writeRecord(dir, {
    run: (run) => {
      const sessions = run.sessions.map(
        (facts, i): SessionFacts =>
          i < 2 ? facts : { ...facts, status: 'failed', reason: 'the browser ended' },
      );
      ofSessions = [
        ...runWarnings(sessions, { reopened: 0, rootless: false }),
        ...givenUpWarnings(run.plan, sessions),
      ];
      return { ...run, sessions, status: 'interrupted', warnings: [own, ...ofSessions] };
    },
  });
  assert.ok(ofSessions.length > 1);
  const more = { budgetMs: null, precision: null };
  const { warnings } = await resumedTask(dir, more, undefined, fakeHost(dir, QUICK_TIME));
  assert.deepEqual(warnings[0], own);
  for (const each of ofSessions) assert.ok(!warnings.some(({ what }) => what === each.what), each.what);
});
