import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Trust } from '../driver.ts';
import { chromiumArguments } from './chromium.ts';
import { certificateOverrides } from './firefox.ts';

const TRUST: Trust = {
  certFile: '/run/cert.pem',
  spkiSha256Base64: '/SvL8cTVPJ9hp09LdIWU8SHPTc4jpt6o4oJGDoH63jo=',
  sha256Fingerprint: 'FB:69:82',
  authorities: ['10.201.1.2:40124', '10.201.1.3:40124'],
};

test('Chromium is told the key, and nothing where there is no certificate', () => {
  const machine = { isRoot: false, smallSharedMemory: false };
  const given = chromiumArguments('http://127.0.0.1:1/', '/profile', machine, { trust: TRUST });
  assert.ok(given.includes(`--ignore-certificate-errors-spki-list=${TRUST.spkiSha256Base64}`));
  const without = chromiumArguments('http://127.0.0.1:1/', '/profile', machine);
  assert.deepEqual(
    without.filter((argument) => argument.includes('certificate')),
    [],
  );
});

test('Firefox is told of one exception for each place', () => {
  assert.equal(
    certificateOverrides(TRUST),
    '10.201.1.2:40124:\tOID.2.16.840.1.101.3.4.2.1\tFB:69:82\t\n' +
      '10.201.1.3:40124:\tOID.2.16.840.1.101.3.4.2.1\tFB:69:82\t\n',
  );
});

test('Chromium keeps dictionaries of other origins only where it is asked to, by one list of features', () => {
  const machine = { isRoot: false, smallSharedMemory: false };
  const features = (dictionaries?: boolean) =>
    chromiumArguments('http://127.0.0.1:1/', '/profile', machine, { dictionaries }).filter((argument) =>
      argument.startsWith('--disable-features='),
    );
  const [usual] = features();
  assert.deepEqual(features(false), [usual]);
  assert.deepEqual(features(true), [`${usual},CompressionDictionaryTransportRequireKnownRootCert`]);
});
