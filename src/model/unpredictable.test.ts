import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestCell } from '../../test/support/cells/made-cells.ts';
import { whyUnpredictable } from './unpredictable.ts';

test('of clients among others nothing is predicted, of slow ones there is', () => {
  assert.equal(whyUnpredictable(requestCell({}), []), null);
  assert.equal(whyUnpredictable(requestCell({ cpu: 4 }), []), null);
  assert.match(whyUnpredictable(requestCell({ clients: '10' }), [])!, /^other clients asked meanwhile/);
});
