import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../../test/support/cells/made-cells.ts';
import { loadOf, type Plan } from '../plan.ts';
import { hasOtherClients, requireAskingClients } from './idle-clients.ts';

/** A session of each level, so long. */
function planOf(levels: Readonly<Record<string, number>>): Plan {
  const cells = Object.keys(levels).map((clients) => ({
    id: clients,
    factors: requestCell({ n: 3, browser: 'node', clients }),
  }));
  const sessions = cells.map(({ id, factors }) => {
    const load = loadOf(factors);
    return { panels: [{ cells: [id] }], durationMs: levels[id]!, ...(load !== null && { load }) };
  });
  return { cells, sessions } as unknown as Plan;
}

test('clients who ask nothing in a session are refused with the least rate, each level once', () => {
  const asking = { '0': 5_000, '10': 5_000, '1@0.2/s': 5_000, 'copy:1@0.2/s': 5_000, '100@0.002/s': 5_000 };
  requireAskingClients(planOf(asking), 'books.yaml');
  const idle = planOf({ ...asking, '1@0.1/s': 5_000, 'copy:1@0.1/s': 5_000, '3@0.01/s': 20_000 });
  assert.throws(
    () => requireAskingClients(idle, 'books.yaml'),
    /^UserError: books\.yaml: clients: 1@0\.1\/s: nobody asks within a session of 5 s, so that its cells would be measured alone \(ask at least 0\.2\/s each, or give the study more time \(--budget\)\)\nbooks\.yaml: clients: 3@0\.01\/s: .* 20 s.*at least 0\.017\/s each[^\n]*$/,
  );
});

test('a plan has other clients where one of its cells has', () => {
  assert.ok(hasOtherClients(planOf({ '0': 5_000, '10': 5_000 })));
  assert.ok(!hasOtherClients(planOf({ '0': 5_000 })));
});
