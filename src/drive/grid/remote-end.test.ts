import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { RemoteEndError, remoteEnd } from './remote-end.ts';

const answering =
  (status: number, text: string): typeof fetch =>
  async () =>
    new Response(text, { status });

test('a vendor’s key that the Grid repeats stands in nothing that is told', async () => {
  const env = { WIREFARE_GRID_CAPABILITIES: '{"vendor:options":{"accessKey":"0f1e2d"}}' };
  const refused = { error: 'session not created', message: 'no node for {accessKey: 0f1e2d}\n  at stack' };
  const asked = (send: typeof fetch) =>
    remoteEnd({ server: 'https://grid', env, fetch: send }).newSession({});
  await assert.rejects(asked(answering(500, JSON.stringify({ value: refused }))), (thrown) => {
    assert.ok(thrown instanceof RemoteEndError);
    assert.equal(thrown.message, 'session not created: no node for {accessKey: …}');
    return true;
  });
  await assert.rejects(asked(answering(400, 'what is 0f1e2d?')), (thrown) => {
    assert.ok(thrown instanceof EnvironmentError);
    assert.match(thrown.tried.join(), /400, “what is …\?…”/);
    return true;
  });
});

test('why a server cannot be reached decides what mends it', async () => {
  const failing =
    (code: string): typeof fetch =>
    async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(`it is ${code}`), { code }) });
    };
  const cases: readonly (readonly [code: string, what: RegExp, remedy: RegExp])[] = [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate of https:\/\/grid is not trusted/, /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /is not trusted/, /NODE_EXTRA_CA_CERTS/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /is not trusted/, /a name that its certificate is for/],
    ['CERT_HAS_EXPIRED', /is not trusted/, /renewed/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /cannot be reached/, /without TLS, name it as http:\/\/grid$/],
    ['ECONNREFUSED', /cannot be reached/, /start it/],
  ];
  for (const [code, what, remedy] of cases) {
    await assert.rejects(
      remoteEnd({ server: 'https://grid', env: {}, fetch: failing(code) }).status(),
      (thrown) => {
        assert.ok(thrown instanceof EnvironmentError, code);
        assert.match(thrown.message, what);
        assert.match(thrown.remedy, remedy);
        assert.ok(thrown.message.endsWith(`it is ${code}`));
        return true;
      },
    );
  }
});
