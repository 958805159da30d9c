// The certificate of a run: made at the run's start for the addresses of its servers, valid for a few days,
// and trusted only by the run's own clients. The key stays in the guardian's folder and is removed with it.
// Where people are to trust it on their devices, an authority of the run signs it: devices take nothing else.
// That one may speak for the same addresses and for what ends in the same names alone, and its key is
// forgotten as soon as it has signed.

import { createHash, X509Certificate } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { BitString, Integer, OctetString, Utf8String } from 'asn1js';
import {
  AltName,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralSubtree,
  NameConstraints,
} from 'pkijs';
import { isAddressOrName } from '../../base/address-or-name.ts';

export interface CertificateFiles {
  /** PEM, readable by this user alone. */
  readonly certFile: string;
  readonly keyFile: string;
  /** SHA-256 of the subject's public key info, base64: Chromium trusts the certificate by it. */
  readonly spkiSha256Base64: string;
  /** SHA-256 of the certificate, `AB:CD:…`: Firefox trusts the certificate by it. */
  readonly sha256Fingerprint: string;
  /** The same in base64; pages trust the certificate by it for WebTransport. */
  readonly sha256Base64: string;
  /** What people trust on their devices; absent: nobody is to. */
  readonly authority?: Authority;
}

/** Of one run; it also stands behind the certificate in its file. */
export interface Authority {
  /** PEM. */
  readonly certificate: string;
  /** SHA-256, `AB:CD:…`: people compare it. */
  readonly sha256Fingerprint: string;
}

const DAY_MS = 86_400_000;

/** A client's clock may be behind, and a run may take a week. */
const VALID_BEFORE_MS = DAY_MS;
const VALID_AFTER_MS = 8 * DAY_MS;

const COMMON_NAME = '2.5.4.3';
const EXTENSIONS = {
  keyUsage: '2.5.29.15',
  altName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  extKeyUsage: '2.5.29.37',
};
const SERVER_AUTHENTICATION = '1.3.6.1.5.5.7.3.1';
const GENERAL_NAME = { dns: 2, ip: 7 } as const;

/**
 * ECDSA P-256, for localhost, 127.0.0.1 and `addresses` (IPv4, or names). Writes both files into a folder of
 * their own below `folder`; rejects with the system's error if it cannot.
 */
export async function makeCertificate(
  folder: string,
  addresses: readonly string[],
  now: Date,
  { withAuthority = false } = {},
): Promise<CertificateFiles> {
  const wrong = addresses.find((address) => !isAddressOrName(address));
  if (wrong !== undefined) throw new Error(`${wrong} is neither an IPv4 address nor a name`);
  const keys = await freshKeys();
  const names = [...new Set(['localhost', '127.0.0.1', ...addresses])];
  const authority = withAuthority ? await freshAuthority(names, now) : null;
  const der = await signed(keys.publicKey, RUN, authority ?? { name: RUN, key: keys.privateKey }, now, [
    extension(EXTENSIONS.basicConstraints, new BasicConstraints({ cA: false }), true),
    extension(EXTENSIONS.extKeyUsage, new ExtKeyUsage({ keyPurposes: [SERVER_AUTHENTICATION] })),
    extension(EXTENSIONS.altName, new AltName({ altNames: names.map(generalName) })),
  ]);
  const privateFolder = await mkdtemp(path.join(folder, 'tls-'));
  const files = {
    certFile: path.join(privateFolder, 'cert.pem'),
    keyFile: path.join(privateFolder, 'key.pem'),
  };
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  await writeFile(files.keyFile, pem('PRIVATE KEY', key), { mode: 0o600 });
  const chain = pem('CERTIFICATE', der) + (authority?.facts.certificate ?? '');
  await writeFile(files.certFile, chain, { mode: 0o600 });
  const spki = await crypto.subtle.exportKey('spki', keys.publicKey);
  return {
    ...files,
    spkiSha256Base64: createHash('sha256').update(new Uint8Array(spki)).digest('base64'),
    sha256Fingerprint: new X509Certificate(new Uint8Array(der)).fingerprint256,
    sha256Base64: createHash('sha256').update(new Uint8Array(der)).digest('base64'),
    ...(authority !== null && { authority: authority.facts }),
  };
}

const RUN = 'Wirefare run';
const AUTHORITY = 'Wirefare authority of one run';

/** Bits of KeyUsage: certificates are signed with it, and nothing else. */
const KEY_CERT_SIGN = 0x04;

interface Signer {
  readonly name: string;
  readonly key: CryptoKey;
}

async function freshKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
}

async function freshAuthority(
  names: readonly string[],
  now: Date,
): Promise<Signer & { readonly facts: Authority }> {
  const keys = await freshKeys();
  const usage = new BitString({ valueHex: Uint8Array.of(KEY_CERT_SIGN).buffer, unusedBits: 2 });
  const constraints = new NameConstraints({
    permittedSubtrees: names.map((name) => new GeneralSubtree({ base: subtree(name) })),
  });
  const der = await signed(keys.publicKey, AUTHORITY, { name: AUTHORITY, key: keys.privateKey }, now, [
    extension(EXTENSIONS.basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 }), true),
    new Extension({ extnID: EXTENSIONS.keyUsage, critical: true, extnValue: usage.toBER(false) }),
    extension(EXTENSIONS.nameConstraints, constraints, true),
  ]);
  const sha256Fingerprint = new X509Certificate(new Uint8Array(der)).fingerprint256;
  const facts = { certificate: pem('CERTIFICATE', der), sha256Fingerprint };
  return { name: AUTHORITY, key: keys.privateKey, facts };
}

async function signed(
  publicKey: CryptoKey,
  subject: string,
  signer: Signer,
  now: Date,
  extensions: readonly Extension[],
): Promise<ArrayBuffer> {
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ valueHex: positive(crypto.getRandomValues(new Uint8Array(16))) });
  certificate.subject.typesAndValues.push(commonName(subject));
  certificate.issuer.typesAndValues.push(commonName(signer.name));
  certificate.notBefore.value = new Date(now.getTime() - VALID_BEFORE_MS);
  certificate.notAfter.value = new Date(now.getTime() + VALID_AFTER_MS);
  certificate.extensions = [...extensions];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(signer.key, 'SHA-256');
  return certificate.toSchema(true).toBER(false);
}

function commonName(value: string): AttributeTypeAndValue {
  return new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value }) });
}

function extension(
  extnID: string,
  value: BasicConstraints | ExtKeyUsage | AltName | NameConstraints,
  critical = false,
): Extension {
  return new Extension({ extnID, critical, extnValue: value.toSchema().toBER(false) });
}

function generalName(name: string): GeneralName {
  if (isIP(name) === 0) return new GeneralName({ type: GENERAL_NAME.dns, value: name });
  const valueHex = Uint8Array.from(name.split('.'), Number).buffer;
  return new GeneralName({ type: GENERAL_NAME.ip, value: new OctetString({ valueHex }) });
}

/** One address is a network of its own: the address, then its mask. */
function subtree(name: string): GeneralName {
  if (isIP(name) === 0) return generalName(name);
  const valueHex = Uint8Array.of(...name.split('.').map(Number), 255, 255, 255, 255).buffer;
  return new GeneralName({ type: GENERAL_NAME.ip, value: new OctetString({ valueHex }) });
}

/** Makes a serial number without sign and without a leading zero, as DER demands. */
function positive(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.buffer;
}

function pem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
