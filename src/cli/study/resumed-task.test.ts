import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { QUICK_TIME } from '../../../test/support/host/own-time.ts';
import { writeRecord } from '../../../test/support/records/written-record.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import { hostFacts } from '../../drive/machine/host-facts.ts';
import type { HostFacts, SessionFacts } from '../../record/record.ts';
import { givenUpWarnings, runWarnings } from '../../run/run-warnings.ts';
import { resumedTask } from './resumed-task.ts';

const NOTHING_MORE = { budgetMs: null, precision: null };
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
      return { ...run, host: hostFacts(), sessions, status: 'interrupted', warnings: [own, ...ofSessions] };
    },
  });
  assert.ok(ofSessions.length > 1);
  const { warnings } = await resumedTask(dir, NOTHING_MORE, undefined, fakeHost(dir, QUICK_TIME));
  assert.deepEqual(warnings[0], own);
  for (const each of ofSessions) assert.ok(!warnings.some(({ what }) => what === each.what), each.what);
});

test('a record of another machine is refused, one of the same model too, and points to merge', async () => {
  const here = { ...hostFacts() };
  const resumed = (changed: Partial<HostFacts>) => {
    writeRecord(dir, { run: (run) => ({ ...run, host: { ...here, ...changed }, status: 'interrupted' }) });
    return resumedTask(dir, NOTHING_MORE, undefined, fakeHost(dir, QUICK_TIME));
  };
  await assert.rejects(
    resumed({ cpu: 'Another one', cores: 64 }),
    /another machine \(processor Another one, here .*; cores 64, here \d+\); .* `wirefare merge`/,
  );
  if (here.id !== null)
    await assert.rejects(resumed({ id: '000000000000' }), /another machine \(machine id 000000000000, here /);
  const { warnings } = await resumed({ kernel: 'Linux 1.0', id: null });
  assert.match(warnings.at(-1)!.what, /resumed on something else: kernel Linux 1\.0, now /);
});
