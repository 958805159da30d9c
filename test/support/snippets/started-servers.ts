// Servers made of snippets, started as their users start them: with the packages and modules of the targets
// that are built already, in a folder of their own, on a free port.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { dataDirectory } from '../../../src/cli/surroundings/run-context.ts';
import { freePort } from '../../../src/drive/processes/free-port.ts';
import { createGuardian } from '../../../src/drive/processes/guardian.ts';
import { type RunningProcess, startProcess } from '../../../src/drive/processes/process-group.ts';
import { findJdk } from '../../../src/drive/targets/jdk.ts';
import { buildTarget, findBuilder } from '../../../src/drive/targets/target-build.ts';
import { readTargetFile, sourceFolder } from '../../../src/drive/targets/target-file.ts';
import type { Snippet } from '../../../src/report/advice/how/snippet.ts';
import { ROOT } from '../real/browser-bench.ts';
import { ownNginx } from '../real/own-nginx.ts';
import { snippetPackages } from './python-packages.ts';

const run = promisify(execFile);
const POLL_MS = 20;
const READY_WITHIN_MS = 30_000;
/** What snippets listen on, and what nginx asks. */
const PORT = '3000';
const NGINX_PORT = '8080';

/** What snippets import, of pages and of servers on Node. */
const PACKAGES = [
  'msgpackr',
  'cbor-x',
  'bson',
  '@msgpack/msgpack',
  'papaparse',
  'd3-dsv',
  'protobufjs',
  'avsc',
  'buffer',
  '@uwdata/flechette',
];

/** Those of the target, so that what is compiled already is compiled. */
const GO_FLAGS = ['-mod=readonly', '-trimpath', '-buildvcs=false', '-tags=netgo,osusergo'];

export interface SnippetBench {
  /** Files that the page's snippets are written to can import what npm would install. */
  readonly dir: string;
  /** One for each of `snippets`, in their order; built together where that saves time. */
  start(server: string, snippets: readonly Snippet[]): Promise<readonly StartedSnippet[]>;
  /** One nginx in front of them all, each with a port of its own; the first is waited for. */
  startNginx(fronts: readonly Front[]): Promise<readonly StartedSnippet[]>;
  close(): Promise<void>;
}

export interface StartedSnippet {
  readonly port: number;
}

export interface Front {
  readonly snippet: Snippet;
  /** Port of the server behind it. */
  readonly behind: number;
}

/** `data`: what every server sends, the text of NAME.json. */
export function snippetBench(name: string, data: string): SnippetBench {
  const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-snippets-'));
  const guardian = createGuardian(dir);
  const running: RunningProcess[] = [];
  for (const each of PACKAGES) {
    const link = path.join(dir, 'node_modules', each);
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(path.join(ROOT, 'node_modules', each), link);
  }

  type Start = (snippets: readonly Snippet[]) => Promise<readonly StartedSnippet[]>;

  /** A folder of each snippet's own, with its files and the data. */
  function written(server: string, { files }: Snippet, port: number): string {
    const folder = path.join(dir, `${server}-${port}`);
    for (const file of files) {
      const at = path.join(folder, file.name);
      mkdirSync(path.dirname(at), { recursive: true });
      writeFileSync(at, file.code.replace(PORT, String(port)));
    }
    writeFileSync(path.join(folder, `${name}.json`), data);
    return folder;
  }

  async function listening(
    port: number,
    command: { path: string; args: readonly string[]; cwd: string; env?: NodeJS.ProcessEnv },
  ): Promise<StartedSnippet> {
    const each = await startProcess(
      { name: path.basename(command.cwd), env: process.env, ...command },
      guardian,
    );
    running.push(each);
    let words: string | null = null;
    void each.exited.then(({ lastWords }) => {
      words = lastWords;
    });
    for (let waitedMs = 0; waitedMs < READY_WITHIN_MS && !(await isListening(port)); waitedMs += POLL_MS) {
      if (words !== null) throw new Error(`${command.cwd} ended: ${words}`);
      await delay(POLL_MS);
    }
    return { port };
  }

  function built(...folders: string[]): Promise<string> {
    const folder = path.join(ROOT, 'targets', ...folders);
    return readTargetFile(folder).then((file) =>
      buildTarget(
        { name: file.name, build: file.build! },
        {
          folder,
          sources: sourceFolder(folder, file),
          cacheDir: dataDirectory({ env: process.env, tempDir: tmpdir() }),
          env: process.env,
        },
        guardian,
      ),
    );
  }

  function onNode(server: string): Start {
    return async (snippets) => {
      const packages = path.join(await built('javascript', server), 'node_modules');
      const link = path.join(dir, 'node_modules', server);
      if (!existsSync(link)) symlinkSync(path.join(packages, server), link);
      return Promise.all(
        snippets.map(async (snippet) => {
          const port = await freePort('127.0.0.1');
          const cwd = written(server, snippet, port);
          return listening(port, { path: process.execPath, args: ['server.mjs'], cwd });
        }),
      );
    };
  }

  /** The packages of the target's, and beside them those that snippets alone have. */
  async function onPython(snippets: readonly Snippet[]): Promise<readonly StartedSnippet[]> {
    const python = path.join(await built('fastapi'), 'bin', 'python');
    const env = { ...process.env, PYTHONPATH: await snippetPackages(guardian) };
    return Promise.all(
      snippets.map(async (snippet) => {
        const port = await freePort('127.0.0.1');
        const cwd = written('fastapi', snippet, port);
        // What stands between installing and starting.
        for (const command of snippet.commands.slice(1, -1)) {
          const [program, ...args] = command.split(' ');
          assert.equal(program, 'python');
          await run(python, args, { cwd, env });
        }
        const args = ['-m', 'uvicorn', 'server:app', '--port', String(port), '--log-level', 'warning'];
        return listening(port, { path: python, args, cwd, env });
      }),
    );
  }

  /** One module of the target's, so that nothing has to be downloaded. */
  async function inGo(snippets: readonly Snippet[]): Promise<readonly StartedSnippet[]> {
    const { program, env } = await findBuilder('go', process.env);
    const ports = await Promise.all(snippets.map(() => freePort('127.0.0.1')));
    const folders = snippets.map((snippet, i) => written('go', snippet, ports[i]!));
    for (const file of ['go.mod', 'go.sum'])
      cpSync(path.join(ROOT, 'targets/go', file), path.join(dir, file));
    const packages = folders.map((folder) => `./${path.basename(folder)}`);
    const bin = path.join(dir, 'bin');
    mkdirSync(bin, { recursive: true });
    await run(program, ['build', ...GO_FLAGS, '-o', bin, ...packages], {
      cwd: dir,
      env,
    });
    return Promise.all(
      folders.map((cwd, i) =>
        listening(ports[i]!, { path: path.join(bin, path.basename(cwd)), args: [], cwd }),
      ),
    );
  }

  /** The jars of the target's, but for its own. */
  async function inJava(snippets: readonly Snippet[]): Promise<readonly StartedSnippet[]> {
    const lib = path.join(await built('jvm', 'spring'), 'spring', 'lib');
    const OWN = /^(spring-0|codecs|data|exchange|messages|servlets|tomcat-0)/;
    const jars = readdirSync(lib).filter((jar) => !OWN.test(jar));
    const classpath = jars.map((jar) => path.join(lib, jar)).join(':');
    const { home } = await findJdk(process.env);
    return Promise.all(
      snippets.map(async (snippet) => {
        const port = await freePort('127.0.0.1');
        const cwd = written('spring', snippet, port);
        const source = path.join(cwd, 'src/main/java/app/Application.java');
        const classes = path.join(cwd, 'src/main/resources');
        await run(path.join(home, 'bin/javac'), [
          '-J-XX:TieredStopAtLevel=1',
          '-parameters',
          '-cp',
          classpath,
          '-d',
          classes,
          source,
        ]);
        const args = ['-XX:TieredStopAtLevel=1', '-cp', `${classes}:${classpath}`, 'app.Application'];
        return listening(port, { path: path.join(home, 'bin/java'), args, cwd });
      }),
    );
  }

  const STARTS: Readonly<Record<string, Start>> = {
    express: onNode('express'),
    fastify: onNode('fastify'),
    fastapi: onPython,
    go: inGo,
    spring: inJava,
  };

  return {
    dir,
    start: (server, snippets) => STARTS[server]!(snippets),
    async startNginx(fronts) {
      const ports = await Promise.all(fronts.map(() => freePort('127.0.0.1')));
      const servers = fronts.map(({ snippet, behind }, i) =>
        snippet.files[0]!.code.replace(NGINX_PORT, `127.0.0.1:${ports[i]}`).replace(PORT, String(behind)),
      );
      // It listens on all of them before it takes the first connection.
      await listening(ports[0]!, ownNginx(path.join(dir, 'nginx'), servers.join('\n')));
      return ports.map((port) => ({ port }));
    },
    async close() {
      await Promise.all(running.map((each) => each.close()));
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Whether somebody takes a connection there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
