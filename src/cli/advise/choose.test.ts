import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JSON_WAYS } from '../../../test/support/documents/screened-ways.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import { UserError } from '../../base/errors.ts';
import { chosenFrom } from './choose.ts';
import { adviseSettings } from './flags.ts';

/** On loopback, where no link is looked for; sizes and decoders have taken `spentMs`. */
function chosenAfter(spentMs: number) {
  const nowMs = 1_000_000;
  const clock = { nowMs: () => nowMs, date: () => new Date() };
  const settings = adviseSettings({ network: 'none', budget: '45s' });
  const host = fakeHost('/', clock);
  return chosenFrom(JSON_WAYS, settings, nowMs - spentMs, host, inProcessDrivers({}, clock));
}

test('what is left of the budget is all that measuring gets, however little that is', async () => {
  for (const spentMs of [0, 20_000, 32_000]) {
    const { budgetMs, fromMs, contenders } = await chosenAfter(spentMs);
    assert.equal(budgetMs, 45_000 - spentMs);
    assert.equal(fromMs, 1_000_000);
    assert.ok(contenders.get('none')!.length >= 2, `${spentMs}`);
  }
  assert.ok((await chosenAfter(0)).contenders.get('none')!.length === 3);
});

test('a budget that leaves no time for any network is refused, with what was spent of it', async () => {
  for (const spentMs of [44_000, 60_000])
    await assert.rejects(chosenAfter(spentMs), (thrown) => {
      assert.ok(thrown instanceof UserError);
      const [{ file, what }] = thrown.problems as [UserError['problems'][0]];
      assert.equal(file, '--budget');
      assert.match(what, spentMs === 60_000 ? /took 1 min of it; give more time$/ : /took 44 s of it/);
      return true;
    });
});
