// What a gate between two targets plans, and what it refuses before anything is measured. Nothing is started.

import assert from 'node:assert/strict';
import { EnvironmentError, UserError } from '../../../src/base/errors.ts';
import { planGate, readBrought } from '../../../src/cli/gate/gate-study.ts';
import { LIKENESS, pairsOfOneRun, type Sides } from '../../../src/cli/gate/rules/gate-pairs.ts';
import { checkWords } from '../../../src/cli/gate/rules/gate-words.ts';
import { planRules, sayOverruled } from '../../../src/cli/gate/rules/rule-cells.ts';
import { sideNames, withSides } from '../../../src/cli/gate/sides/gate-targets.ts';
import { parseGate } from '../../../src/study/gate/gate-file.ts';
import type { FakeLinkScript } from '../drivers/fake-link.ts';
import { fakeHost } from './fake-host.ts';
import { inProcessDrivers } from './in-process-drivers.ts';
import { QUICK_TIME } from './own-time.ts';

export const NO_TUN = new EnvironmentError('no namespaces can be made here', ['unshare'], 'sudo sysctl');

/** Gates whose files are in this folder. `rules` and `rest` are what stands in their brackets. */
export function gatesIn(folder: string) {
  const planned = async (
    rules: string,
    rest = 'dataset: book, n: 3',
    link: FakeLinkScript = { missing: NO_TUN },
  ) => {
    const gate = parseGate(`gate: {base: node, head: node, ${rest}, rules: [${rules}]}`, 'gate.yaml');
    const host = withSides(gate, 'gate.yaml', fakeHost(folder, QUICK_TIME));
    const drivers = inProcessDrivers({ targets: ['base', 'head'], link }, QUICK_TIME);
    const brought = await readBrought(gate, 'gate.yaml', host);
    checkWords(gate, brought, 'gate.yaml', host);
    const own = await planGate(gate, 'gate.yaml', host, drivers, brought);
    const pairsIn: Sides['pairsIn'] = (cells) => pairsOfOneRun(cells, sideNames(gate), LIKENESS);
    const judged = planRules(gate, { pairsIn }, own, 'gate.yaml', host);
    const heads = judged.map(({ pairs }) => pairs.map(({ head }) => head));
    return { ...own, gate, sides: { pairsIn }, host, judged, heads, overruled: sayOverruled(judged) };
  };

  /** The message. */
  const refused = async (rules: string, rest?: string): Promise<string> => {
    try {
      await planned(rules, rest);
    } catch (thrown) {
      assert.ok(thrown instanceof UserError, String((thrown as Error).stack));
      return thrown.message;
    }
    return assert.fail('nothing was refused');
  };

  return { planned, refused };
}
