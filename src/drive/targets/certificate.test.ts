import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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

test('a name may begin with a digit, and what is neither an IPv4 address nor a name is refused', async () => {
  const { certFile } = await makeCertificate(folder, ['3d.local'], NOW);
  assert.equal(new X509Certificate(readFileSync(certFile)).checkHost('3d.local'), '3d.local');
  for (const wrong of ['::1', '192.168.1', 'lab.7'])
    await assert.rejects(makeCertificate(folder, [wrong], NOW), /is neither an IPv4 address nor a name/);
});

test('an authority of the run signs it where people are to trust it, and speaks for the same names alone', async () => {
  const addresses = ['192.0.2.7', 'lab.local'];
  const { certFile, keyFile, authority } = await makeCertificate(folder, addresses, NOW, {
    withAuthority: true,
  });
  const [leaf, behind] = readFileSync(certFile, 'utf8').match(/-----BEGIN[\s\S]+?END CERTIFICATE-----/g)!;
  const [own, signer] = [new X509Certificate(leaf!), new X509Certificate(behind!)];
  assert.deepEqual([own.ca, signer.ca], [false, true]);
  assert.ok(own.verify(signer.publicKey) && own.checkIssued(signer));
  assert.ok(own.checkPrivateKey(createPrivateKey(readFileSync(keyFile))));
  assert.deepEqual([own.checkIP('192.0.2.7'), own.checkHost('lab.local')], ['192.0.2.7', 'lab.local']);
  assert.equal(authority!.sha256Fingerprint, signer.fingerprint256);
  const file = path.join(folder, 'authority.pem');
  writeFileSync(file, authority!.certificate);
  const { status, stdout } = spawnSync('openssl', ['x509', '-in', file, '-noout', '-text'], {
    encoding: 'utf8',
  });
  if (status !== 0) return;
  assert.match(stdout, /Name Constraints: critical\s+Permitted:\s+DNS:localhost\s+IP:127\.0\.0\.1\/255/);
  assert.match(stdout, /Key Usage: critical\s+Certificate Sign\s/);
  const { stdout: verified } = spawnSync('openssl', ['verify', '-no_check_time', '-CAfile', file, certFile], {
    encoding: 'utf8',
  });
  assert.match(verified, /: OK/);
});
