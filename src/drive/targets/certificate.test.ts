import assert from 'node:assert/strict';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { makeCertificate } from './certificate.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-certificate-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const NOW = new Date('2026-11-21T12:00:00Z');

test('a certificate is for the addresses given, signed by itself, and valid for a few days around now', async () => {
  const files = await makeCertificate(folder, ['10.201.1.2', '10.201.1.3', '127.0.0.1'], NOW);
  const certificate = new X509Certificate(readFileSync(files.certFile));
  for (const address of ['127.0.0.1', '10.201.1.2', '10.201.1.3']) {
    assert.equal(certificate.checkIP(address), address);
  }
  assert.equal(certificate.checkHost('localhost'), 'localhost');
  assert.equal(certificate.checkIP('10.201.2.2'), undefined);
  assert.ok(certificate.verify(certificate.publicKey));
  assert.equal(certificate.ca, false);
  assert.equal(new Date(certificate.validFrom).toISOString(), '2026-11-20T12:00:00.000Z');
  assert.equal(new Date(certificate.validTo).toISOString(), '2026-11-29T12:00:00.000Z');
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
});

test('key and certificate belong together, and only this user can read them', async () => {
  const { certFile, keyFile } = await makeCertificate(folder, [], NOW);
  const certificate = new X509Certificate(readFileSync(certFile));
  assert.ok(certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile))));
  for (const file of [certFile, keyFile]) assert.equal(statSync(file).mode & 0o777, 0o600);
});

test('the digests are those that browsers make of it, and no two certificates share them', async () => {
  const [one, other] = [await makeCertificate(folder, [], NOW), await makeCertificate(folder, [], NOW)];
  const certificate = new X509Certificate(readFileSync(one.certFile));
  assert.equal(one.sha256Fingerprint, certificate.fingerprint256);
  assert.equal(one.sha256Base64, createHash('sha256').update(certificate.raw).digest('base64'));
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  assert.equal(one.spkiSha256Base64, createHash('sha256').update(spki).digest('base64'));
  assert.notEqual(one.spkiSha256Base64, other.spkiSha256Base64);
  assert.notEqual(one.certFile, other.certFile);
});

test('what is no IPv4 address is refused', async () => {
  await assert.rejects(makeCertificate(folder, ['::1'], NOW), /::1 is not an IPv4 address/);
});
