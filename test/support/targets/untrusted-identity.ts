// A key and a certificate that nobody trusts, for tests over TLS.

import { Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, Certificate } from 'pkijs';
import type { TlsIdentity } from '../../../src/target/server.ts';

const COMMON_NAME = '2.5.4.3';

export async function untrustedIdentity(): Promise<TlsIdentity> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  const name = () =>
    new AttributeTypeAndValue({ type: COMMON_NAME, value: new Utf8String({ value: 'localhost' }) });
  certificate.issuer.typesAndValues.push(name());
  certificate.subject.typesAndValues.push(name());
  certificate.notBefore.value = new Date(Date.UTC(2020, 0, 1));
  certificate.notAfter.value = new Date(Date.UTC(2049, 0, 1));
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey);
  await certificate.sign(keys.privateKey, 'SHA-256');
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: pem('PRIVATE KEY', key), cert: pem('CERTIFICATE', certificate.toSchema().toBER()) };
}

function pem(what: string, der: ArrayBuffer): string {
  const base64 = Buffer.from(der).toString('base64');
  return `-----BEGIN ${what}-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${what}-----\n`;
}
