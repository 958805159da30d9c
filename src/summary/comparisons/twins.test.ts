import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { syntheticRecord } from '../../../test/support/records/synthetic.ts';
import type { Cell } from '../../factors/cell.ts';
import { twinAlarms } from './twins.ts';

test('a twin that differs speaks for no cell under another load or at another pace: those have other sessions', () => {
  const { run } = syntheticRecord({ sessions: 4, blocks: 2 });
  const twin = run.plan.cells.find(({ twinOf }) => twinOf !== null)!;
  const others = run.plan.cells.filter(
    ({ id, twinOf, skip }) => skip === null && twinOf === null && id !== twin.twinOf,
  );
  const [slow, loaded, beside] = others;
  const { clients } = requestCell({ clients: '10' });
  const cells = run.plan.cells.map((cell) => {
    if (cell === slow) return { ...cell, factors: { ...cell.factors, cpu: 4 } as Cell };
    return cell === loaded ? { ...cell, factors: { ...cell.factors, clients } as Cell } : cell;
  });
  const differing = {
    ...{ cell: twin.twinOf!, twin: twin.id, ratio: 1.2, noiseFloor: 0.3, onMachines: [] },
    interval: [1.1, 1.3] as const,
  };
  const alarmed = (of: typeof cells) =>
    new Set(twinAlarms({ ...run, plan: { ...run.plan, cells: of } }, [differing])[0]!.cells);
  const all = alarmed([...run.plan.cells]);
  assert.ok([slow, loaded, beside].every((cell) => all.has(cell!.id)));
  const own = alarmed(cells);
  assert.ok([twin.id, twin.twinOf!, beside!.id].every((id) => own.has(id)));
  assert.ok(!own.has(slow!.id) && !own.has(loaded!.id));
});
