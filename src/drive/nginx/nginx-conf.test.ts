// The texts of the configuration; that nginx does what they say `test/real/targets/nginx.test.ts` holds by
// every check of the contract.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMATS } from '../../formats/catalogue.ts';
import { type FrontSettings, nginxConf, TYPES } from './nginx-conf.ts';

const SETTINGS: FrontSettings = {
  folder: '/run/front',
  host: '127.0.0.1',
  ports: { http1: 4001 },
  tls: null,
  targetPort: 5001,
  about: { title: 'it\'s $5, \\ and "more"' },
  pageHeaders: { 'access-control-allow-origin': 'http://127.0.0.1:9' },
  levels: { gzip: [1, 6] },
  brotliModule: null,
  hosts: null,
  user: [],
};

/** The words of the one line that begins so. */
function lineAfter(conf: string, begin: string): string {
  const [line, ...more] = conf.split('\n').filter((each) => each.startsWith(begin));
  assert.deepEqual(more, [], begin);
  return line!.slice(begin.length);
}

test('what /about holds reads back as it was: dollar signs, quotes and backslashes are no syntax of nginx', () => {
  const text = lineAfter(nginxConf(SETTINGS), 'return 200 ');
  assert.match(text, /^'.*';$/);
  // nginx takes the backslash off a quote and a backslash, and puts the variable in.
  const literal = text.slice(1, -2).replace('$offered', 'gzip');
  assert.ok(!literal.includes('$'));
  assert.deepEqual(JSON.parse(literal.replaceAll(/\\([\\'])/g, '$1')), {
    ...SETTINGS.about,
    request: { acceptEncoding: 'gzip' },
  });
});

test('each level has a location, with and without the end of its connection, and none is there without a level', () => {
  const places = nginxConf(SETTINGS)
    .split('\n')
    .filter((line) => line.startsWith('location ^~'));
  const hows = ['-closing', 'gzip-1', 'gzip-1-closing', 'gzip-6', 'gzip-6-closing'];
  assert.deepEqual(
    places,
    hows.map((how) => `location ^~ /=${how}/ {`),
  );
});

test('it compresses the bodies of all formats, and no problem document', () => {
  const types = new Set(FORMATS.map(({ contentType }) => contentType.split(';')[0]!));
  assert.deepEqual(new Set(TYPES), types);
  assert.ok(!TYPES.includes('application/problem+json'));
});

test('with a secret only hosts that were given reach the target; all others get 421 from a server of their own', () => {
  const conf = nginxConf({ ...SETTINGS, hosts: ['127.0.0.1', 'wirefare.test'] });
  assert.equal(lineAfter(conf, 'server_name '), '127.0.0.1 wirefare.test;');
  assert.match(lineAfter(conf, 'return 421 '), /"status":421/);
  assert.match(conf, /listen 127\.0\.0\.1:4001 default_server;/);
  assert.doesNotMatch(nginxConf(SETTINGS), /421|server_name /);
});

test('TLS is there with a certificate alone, without tickets', () => {
  assert.doesNotMatch(nginxConf(SETTINGS), /ssl/);
  const tls = { certFile: '/run/cert.pem', keyFile: '/run/key.pem' };
  const conf = nginxConf({ ...SETTINGS, host: '::1', tls, ports: { http1: 4001, https1: 4002, h2: 4003 } });
  assert.match(conf, /listen \[::1\]:4002 ssl;\nlisten \[::1\]:4003 ssl http2;/);
  assert.equal(lineAfter(conf, 'ssl_conf_command '), 'NumTickets 0;');
});
