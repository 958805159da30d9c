// The process of a target behind nginx, which to the lab is a target like any: it starts the target, asks
// what it can, starts nginx in front of it, and ends with either of them.
//
//   node main.ts FOLDER NGINX BROTLI_MODULE|- NAME PROGRAM [ARGUMENT…]

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { parseAbout } from '../../wire/about-schema.ts';
import type { About } from '../../wire/target-contract.ts';
import { freePort } from '../processes/free-port.ts';
import { frontAbout, type Nginx, streamedLevels } from './front-about.ts';
import { type FrontSettings, nginxConf } from './nginx-conf.ts';

const [ownFolder = '', nginxPath = '', brotli = '-', name = '', ...command] = process.argv.slice(2);
const { env } = process;
const host = env.WIREFARE_HOST || '127.0.0.1';
const tls =
  env.WIREFARE_TLS_CERT && env.WIREFARE_TLS_KEY
    ? { certFile: env.WIREFARE_TLS_CERT, keyFile: env.WIREFARE_TLS_KEY }
    : null;

/** Somebody may take a port between our finding it free and nginx's listening at it. */
const ATTEMPTS = 5;
const ANSWERS_WITHIN_MS = 10_000;
const POLL_MS = 5;

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(ownFolder, 'nginx-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const target = startTarget();
  const inner = `http://127.0.0.1:${await readyPort(target)}`;
  const { about, pageHeaders } = await askAbout(inner);
  for (let attempt = 1; ; attempt++) {
    const ports = await freePorts();
    const settings = frontSettings(folder, ports, Number(new URL(inner).port), about, pageHeaders);
    if (await startNginx(settings)) {
      const { http1: port, ...others } = ports;
      process.stdout.write(`${JSON.stringify({ ready: true, port, ports: others })}\n`);
      return;
    }
    if (attempt === ATTEMPTS) throw new Error('nginx could not listen at any port');
  }
}

/** Our stdin is its own: when the lab closes it, the target ends, and we with it. */
function startTarget(): ChildProcess {
  const hosts = [env.WIREFARE_HOSTS, host].filter((each) => each !== undefined && each !== '');
  const { WIREFARE_TLS_CERT: _, WIREFARE_TLS_KEY: __, ...rest } = env;
  const own = { WIREFARE_HOST: '127.0.0.1', WIREFARE_PORT: '0', WIREFARE_HOSTS: hosts.join(',') };
  const child = spawn(command[0]!, command.slice(1), {
    env: { ...rest, ...own },
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  child.once('error', (error) => fail(`the target behind nginx cannot be started: ${error.message}`));
  endsWith(child);
  return child;
}

function endsWith(child: ChildProcess): void {
  child.once('exit', (code) => process.exit(code ?? 1));
  process.once('exit', () => child.kill('SIGTERM'));
}

function readyPort(target: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: target.stdout! }).on('line', (line) => {
      try {
        const { ready, port } = JSON.parse(line) as { ready?: unknown; port?: unknown };
        if (ready === true && typeof port === 'number') resolve(port);
      } catch {
        // Other lines may stand before it.
      }
    });
  });
}

async function askAbout(inner: string) {
  const response = await fetch(`${inner}/about`);
  const parsed = parseAbout(await response.json());
  if ('problems' in parsed)
    throw new Error(`/about of the target behind nginx: ${parsed.problems.join('; ')}`);
  const passed = [...response.headers].filter(([header]) =>
    /^(access-control-|timing-allow-origin|cross-origin-|cache-control)/.test(header),
  );
  return { about: parsed.about, pageHeaders: Object.fromEntries(passed) };
}

function frontSettings(
  folder: string,
  ports: FrontSettings['ports'],
  targetPort: number,
  inner: About,
  pageHeaders: Readonly<Record<string, string>>,
): FrontSettings {
  const nginx: Nginx = {
    version: /nginx\/([\d.]+)/.exec(String(spawnSync(nginxPath, ['-v']).stderr))?.[1] ?? 'unknown',
    hasBrotli: brotli !== '-',
    speaksTls: tls !== null,
  };
  const about = frontAbout(name, inner, nginx);
  const levels = streamedLevels(inner, nginx);
  return {
    ...{ folder, host, ports, tls, targetPort, about, pageHeaders, levels },
    brotliModule: levels.br === undefined ? null : brotli,
    hosts: hostsGiven(),
    user: user(),
  };
}

function hostsGiven(): FrontSettings['hosts'] {
  const { WIREFARE_SECRET: secret = '', WIREFARE_HOSTS: given = '' } = env;
  if (secret === '') return null;
  const named = [host, ...given.split(',')].map((each) => (each.includes(':') ? `[${each}]` : each));
  const hosts = new Set(['127.0.0.1', 'localhost', '[::1]', ...named]);
  hosts.delete('');
  return [...hosts];
}

/**
 * Started by root, nginx would give its workers to another user, who may not look into our folder; where that
 * cannot be done (a user namespace), it does without workers.
 */
function user(): string[] {
  if (process.geteuid?.() !== 0) return [];
  return readFileSync('/proc/self/setgroups', 'utf8').trim() === 'deny'
    ? ['master_process off;']
    : ['user root;'];
}

async function freePorts(): Promise<FrontSettings['ports']> {
  const http1 = Number(env.WIREFARE_PORT) || (await freePort(host));
  return tls === null ? { http1 } : { http1, https1: await freePort(host), h2: await freePort(host) };
}

/** False where another has taken a port meanwhile. */
async function startNginx(settings: FrontSettings): Promise<boolean> {
  const { folder, ports } = settings;
  const conf = path.join(folder, 'nginx.conf');
  writeFileSync(conf, nginxConf(settings), { mode: 0o600 });
  const nginx = spawn(nginxPath, ['-p', folder, '-c', conf, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  nginx.once('error', (error) => fail(`nginx cannot be started: ${error.message}`));
  let said = '';
  nginx.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000);
    process.stderr.write(text);
  });
  const ended = new Promise<'ended'>((resolve) => nginx.once('exit', () => resolve('ended')));
  if ((await Promise.race([ended, answers(ports.http1)])) === 'ended') {
    if (said.includes('Address already in use')) return false;
    throw new Error('nginx ended before it answered');
  }
  endsWith(nginx);
  return true;
}

async function answers(port: number): Promise<'answers'> {
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/about`;
  const limit = performance.now() + ANSWERS_WITHIN_MS;
  while (performance.now() < limit) {
    const status = await fetch(url, { method: 'HEAD' }).then(
      (response) => response.status,
      () => null,
    );
    if (status === 200) return 'answers';
    await delay(POLL_MS);
  }
  throw new Error(`nginx did not answer within ${ANSWERS_WITHIN_MS / 1000} s`);
}

function fail(what: string): never {
  process.stderr.write(`target ${name}: ${what}\n`);
  process.exit(1);
}

process.once('SIGTERM', () => process.exit(0));
process.once('SIGINT', () => process.exit(0));
main().catch((error: unknown) => fail(messageOf(error)));
