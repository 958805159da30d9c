// The settings as the contract passes them to a server: environment variables.

import { readFileSync } from 'node:fs';
import path from 'node:path';

export function readSettings(env = process.env) {
  const list = (text, separator) => (text ?? '').split(separator).filter((part) => part !== '');
  return {
    host: env.WIREFARE_HOST || '127.0.0.1',
    port: Number(env.WIREFARE_PORT || 0),
    largestN: Number(env.WIREFARE_LARGEST_N || 10_000),
    /** Names of datasets; null for all of them. */
    datasets: env.WIREFARE_DATASETS === undefined ? null : list(env.WIREFARE_DATASETS, ','),
    payloadFolders: list(env.WIREFARE_PAYLOADS, path.delimiter),
    /** PEM texts; null where it is to speak plain HTTP alone. */
    tls: env.WIREFARE_TLS_CERT
      ? { cert: readFileSync(env.WIREFARE_TLS_CERT), key: readFileSync(env.WIREFARE_TLS_KEY) }
      : null,
    /** '' for a server that was started by hand, which answers anybody. */
    secret: env.WIREFARE_SECRET ?? '',
    /** The one origin whose pages may read. */
    origin: env.WIREFARE_ORIGIN || '*',
    /** Names of hosts that requests may be for, beside those of this machine itself. */
    hosts: list(env.WIREFARE_HOSTS?.toLowerCase(), ','),
  };
}
