import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../test/support/cells/made-cells.ts';
import { whyUnpredictable } from './unpredictable.ts';

test('of clients that are slowed down, and of those among others, nothing is predicted', () => {
  assert.equal(whyUnpredictable(requestCell({}), []), null);
  assert.match(whyUnpredictable(requestCell({ cpu: 4 }), [])!, /^its client was slowed down/);
  assert.match(whyUnpredictable(requestCell({ clients: '10' }), [])!, /^other clients asked meanwhile/);
});
