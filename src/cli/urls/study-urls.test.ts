import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import type { UrlAsk } from '../../study/resolve/url-targets.ts';
import { keptOf, studyUrls } from './study-urls.ts';

const ASK = { name: 'it', headers: {}, insecure: false, schema: null, perSecond: null, limits: {} };
const askedOf = (url: string) => keptOf({ ...ASK, url }).asked;

test('a record keeps a text with variables, and no secret that stands beside them', () => {
  for (const kept of [
    `http://x/a/\${ID}?api_key=\${KEY}&page=2`,
    `http://\${LOGIN}:\${PASSWORD}@x/a`,
    `http://ada:\${PASSWORD}@x/a?x=\${ID}`,
  ])
    assert.equal(askedOf(kept), kept);
  assert.equal(askedOf(`http://ada:hidden@x/a?x=\${ID}`), `http://x/a?x=\${ID}`);
  assert.equal(askedOf(`http://hidden@x/a?x=\${ID}#hidden`), `http://x/a?x=\${ID}`);
  assert.equal(askedOf(`http://x/a?x=\${ID}&api_key=hidden`), undefined);
  assert.equal(askedOf(`http://x/a?api_key=hidden\${KEY}`), undefined);
  assert.equal(askedOf(`http://x/d41d8cd98f00b204e9800998ecf8427e/\${ID}`), undefined);
  assert.equal(askedOf('http://x/a'), undefined);
});

test('a record keeps how long an answer may be, where somebody said so, to be gone on with', () => {
  const kept = (limits: UrlAsk['limits']) => keptOf({ ...ASK, url: 'http://x/a', limits }).limits;
  assert.equal(kept({}), undefined);
  assert.deepEqual(kept({ durationMs: 120_000 }), { bytes: 100_000_000, durationMs: 120_000 });
});

test('a header whose value looks like a secret may not stand in a study file', async () => {
  const host = fakeHost(tmpdir(), { nowMs: () => 0, date: () => new Date(0) });
  const urls = studyUrls(
    () => tmpdir(),
    { yes: false, budgetOf: (ms) => ms },
    { ...host, env: { TOKEN: 'x' } },
  );
  const problemsOf = async (headers: Readonly<Record<string, string>>) => {
    const asks = [
      { ...ASK, url: 'http://127.0.0.1:1/', headers },
      // Something is wrong with the other one at any rate, so that nothing is asked.
      { ...ASK, url: 'http://127.0.0.1:1/', headers: { Cookie: 'plain' } },
    ];
    const [problems] = await urls.read(asks, { budgetMs: 1_000, taken: [] });
    return problems as readonly string[];
  };
  const told = /X-Access may be a secret, and stands in the file as it is.*\$\{X_ACCESS\}/;
  for (const value of ['Bearer eyJhbGciOi', `Basic YTpi\${TOKEN}`, 'd41d8cd98f00b204e9800998ecf8427e'])
    assert.match((await problemsOf({ 'X-Access': value }))[0]!, told, value);
  assert.deepEqual(await problemsOf({ 'X-Access': `Bearer \${TOKEN}`, 'X-Tenant': 'acme-2026' }), []);
  const beside = await problemsOf({
    Cookie: `sid=a1b2c3d4; theme=\${TOKEN}`,
    'X-Api-Key': `abc123\${TOKEN}`,
  });
  assert.match(beside[0]!, /^Cookie may be a secret/);
  assert.match(beside[1]!, /^X-Api-Key may be a secret/);
  assert.deepEqual(
    await problemsOf({ Cookie: `sid=\${TOKEN}; theme=\${TOKEN}`, Authorization: `Bearer \${TOKEN}` }),
    [],
  );
});
