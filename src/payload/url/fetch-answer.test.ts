import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { offeringAuthority, sayNetworkError } from './fetch-answer.ts';

const thrownWith = (code: string) => Object.assign(new Error('as Node says it'), { code });

test('what HTTP/2 and TLS report is told as of the server, and is no bug of ours', () => {
  const cases = {
    ERR_HTTP2_STREAM_ERROR: /ended the answer before it was complete/,
    ERR_HTTP2_SESSION_ERROR: /ended the connection with an error/,
    ETIMEDOUT: /^https:\/\/x\/: no connection in time$/,
    CERT_NOT_YET_VALID: /certificate is not valid yet/,
    CERT_REVOKED: /certificate was revoked/,
    CERT_REJECTED: /certificate is not accepted \(CERT_REJECTED\)/,
    UNABLE_TO_GET_ISSUER_CERT: /certificate is not accepted \(UNABLE_TO_GET_ISSUER_CERT\)/,
    ERR_TLS_HANDSHAKE_TIMEOUT: /begins no TLS; is it http:/,
    ERR_TLS_INVALID_CONTEXT: /the request failed: as Node says it \(ERR_TLS_INVALID_CONTEXT\)/,
    ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE: /no cipher that is safe today, or asks for a certificate/,
    'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE': /asks for a certificate of the client/,
    ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: /asks for a certificate of the client/,
    ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: /speaks a TLS that is too old/,
    ERR_SSL_TLSV1_UNRECOGNIZED_NAME: /no certificate for that name/,
    ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR: /TLS fails: as Node says it \(ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR\)$/,
  };
  for (const [code, says] of Object.entries(cases)) {
    const said = sayNetworkError('https://x/', thrownWith(code));
    assert.ok(said instanceof UserError, code);
    assert.match(said.message, says, code);
    const inside = new Error('fetch failed', { cause: thrownWith(code) });
    assert.ok(sayNetworkError('https://x/', inside) instanceof UserError, `${code} as a cause`);
  }
});

test('of what TLS reports the reason is told, and no place in the sources of OpenSSL', () => {
  const thrown = Object.assign(new Error('0058:error:0A000438:SSL routines:…/rec_layer.c:918:\n'), {
    code: 'ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR',
    reason: 'tlsv1 alert internal error',
  });
  for (const each of [thrown, new Error('fetch failed', { cause: thrown })])
    assert.equal(
      (sayNetworkError('https://x/', each) as Error).message,
      'https://x/: TLS fails: tlsv1 alert internal error (ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR)',
    );
});

test('where an authority is not known its file is asked for, and of another mistake it is not', () => {
  const saidOf = (code: string) => {
    const thrown = new Error('fetch failed', { cause: thrownWith(code) });
    return (offeringAuthority(sayNetworkError('https://x/', thrown), thrown) as Error).message;
  };
  for (const code of ['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'])
    assert.match(saidOf(code), /certificate.*; .*NODE_EXTRA_CA_CERTS name the PEM file/, code);
  for (const code of ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ECONNREFUSED'])
    assert.doesNotMatch(saidOf(code), /NODE_EXTRA_CA_CERTS/, code);
});

test('an error that is not of the network is passed on', () => {
  for (const thrown of [new TypeError('ours'), thrownWith('ERR_HTTP2_INVALID_HEADER_VALUE')])
    assert.equal(sayNetworkError('https://x/', thrown), thrown);
});
