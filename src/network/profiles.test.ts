import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NETWORKS, profileNamed } from './profiles.ts';

// As their sources publish them, not as our file has them: name, kbit/s down, kbit/s up, ms.
const PUBLISHED = `
cable 5000 1000 28 · dsl 1500 384 50 · fios 20000 5000 4 · 2g 280 256 800 · edge 240 200 840 · 3g 1600 768 300 ·
3gfast 1600 768 150 · 3gslow 400 400 400 · 4g 9000 9000 170 · lte 12000 12000 70 · slow-4g 1638.4 750 150`;

test('profiles with a source have its figures, without jitter and loss', () => {
  for (const row of PUBLISHED.split('·')) {
    const [name, ...figures] = row.trim().split(' ');
    const { downKbits, upKbits, rttMs, jitterMs, lossShare } = profileNamed(name!)!;
    assert.deepEqual([downKbits, upKbits, rttMs], figures.map(Number), name);
    assert.deepEqual([jitterMs, lossShare], [0, 0], name);
  }
});

test('names are unique, every one says whose figures it has, and the lossy ones are ours', () => {
  const names = NETWORKS.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const { name, source, jitterMs, lossShare } of NETWORKS) {
    assert.notEqual(source, '', name);
    if (jitterMs > 0 || lossShare > 0) assert.equal(source, 'Wirefare', name);
  }
});

test('no profile asks for what cannot be: rates above 0, jitter within each direction’s delay, room for a packet', () => {
  for (const { name, downKbits, upKbits, rttMs, jitterMs, lossShare, queueBytes } of NETWORKS) {
    assert.ok((downKbits ?? 1) > 0 && (upKbits ?? 1) > 0, name);
    assert.ok(jitterMs <= rttMs / 2, name);
    assert.ok(lossShare >= 0 && lossShare < 1, name);
    assert.ok(queueBytes >= 1_500, name);
  }
});
