// The settings of a target as the contract passes them: environment variables, checked all at once.

import { delimiter } from 'node:path';
import { type Problem, UserError } from '../base/errors.ts';
import { DATASET_NAMES } from '../data/catalogue.ts';
import { type Gate, OPEN_GATE } from './gate.ts';

export interface TargetSettings {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where generated datasets are kept between starts. */
  readonly dataDir: string;
  /** How many objects of each dataset must be in memory before the ready line. */
  readonly largestN: number;
  /** The generated datasets that requests will name. */
  readonly datasets: readonly string[];
  /** Folders of people's own data (data/store/payload-store.ts). */
  readonly payloads: readonly string[];
  /** PEM files, both or none; with them it listens for HTTPS and HTTP/2 too. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Who is answered. */
  readonly gate: Gate;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LARGEST_N_MAX = 1_000_000;

/** Throws a UserError that lists every variable that is wrong. */
export function readSettings(env: Environment): TargetSettings {
  const problems: Problem[] = [];
  const port = wholeNumber(env, 'WIREFARE_PORT', 0, 0, 65_535, problems);
  const largestN = wholeNumber(env, 'WIREFARE_LARGEST_N', 10_000, 1, LARGEST_N_MAX, problems);
  const dataDir = env.WIREFARE_DATA_DIR ?? '';
  if (dataDir === '') {
    problems.push({
      file: 'environment',
      path: 'WIREFARE_DATA_DIR',
      what: 'is missing: a folder to keep datasets in',
    });
  }
  const datasets = readDatasets(env, problems);
  const payloads = (env.WIREFARE_PAYLOADS ?? '').split(delimiter).filter((folder) => folder !== '');
  const tls = readTls(env, problems);
  const host = env.WIREFARE_HOST || '127.0.0.1';
  const gate = readGate(env, host, problems);
  if (problems.length > 0) throw new UserError(problems);
  return { host, port, dataDir, largestN, datasets, payloads, tls, gate };
}

/** Loopback's names, which lead here whatever the target was told. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]'];

function readGate(env: Environment, host: string, problems: Problem[]): Gate {
  const { WIREFARE_SECRET: secret = '', WIREFARE_ORIGIN: origin = '', WIREFARE_HOSTS: given = '' } = env;
  if (secret === '') return { ...OPEN_GATE, ...(origin !== '' && { origin }) };
  if (!/^[0-9a-f]{32}$/.test(secret)) {
    problems.push({ file: 'environment', path: 'WIREFARE_SECRET', what: 'is not 32 hexadecimal digits' });
  }
  const listensAt = host.includes(':') ? `[${host}]` : host;
  const hosts = new Set([...LOOPBACK_HOSTS, listensAt, ...given.toLowerCase().split(',')]);
  hosts.delete('');
  return { origin: origin || '*', guard: { secret, hosts } };
}

/** All datasets unless the variable names some; if it is empty, none. */
function readDatasets({ WIREFARE_DATASETS: text }: Environment, problems: Problem[]): readonly string[] {
  if (text === undefined) return DATASET_NAMES;
  const names = text.split(',').filter((name) => name !== '');
  for (const name of names.filter((each) => !DATASET_NAMES.includes(each))) {
    const what = `there is no dataset ${JSON.stringify(name)}`;
    problems.push({ file: 'environment', path: 'WIREFARE_DATASETS', what, allowed: DATASET_NAMES });
  }
  return names;
}

function readTls(env: Environment, problems: Problem[]): TargetSettings['tls'] {
  const { WIREFARE_TLS_CERT: certFile = '', WIREFARE_TLS_KEY: keyFile = '' } = env;
  if (certFile !== '' && keyFile !== '') return { certFile, keyFile };
  if (certFile === keyFile) return null;
  const [lacking, given] =
    certFile === '' ? ['WIREFARE_TLS_CERT', 'WIREFARE_TLS_KEY'] : ['WIREFARE_TLS_KEY', 'WIREFARE_TLS_CERT'];
  problems.push({ file: 'environment', path: lacking, what: `is missing: ${given} alone is of no use` });
  return null;
}

function wholeNumber(
  env: Environment,
  name: string,
  absent: number,
  least: number,
  most: number,
  problems: Problem[],
): number {
  const text = env[name];
  if (text === undefined || text === '') return absent;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  const what = `is ${JSON.stringify(text)}, not a whole number from ${least} to ${most}`;
  problems.push({ file: 'environment', path: name, what });
  return absent;
}
