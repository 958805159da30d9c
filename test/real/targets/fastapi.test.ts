import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { labBench } from '../../support/real/lab-process.ts';
import { lackingFor } from '../../support/real/needs-of.ts';

// FastAPI on uvicorn, in the virtual environment that its first use makes.

const bench = labBench();
after(() => bench.remove());

const skip = await lackingFor('fastapi');

test('FastAPI meets the target contract, over TLS, in calls and for own data too', { skip }, async () => {
  const { code, out, err } = await bench.start('verify', 'fastapi', '--fast').ended;
  assert.equal(code, 0, out + err);
  for (const name of ['own-data', 'tls-handshake', 'tls-records', 'protocol-connections', 'call-answers'])
    assert.match(out, new RegExp(`^pass  ${name} `, 'm'));
  assert.deepEqual(await bench.survivorsAfter(2_000), []);
  assert.deepEqual(bench.leftovers(), []);
});
