// A repository of our own with a small server and three pull requests: a slow one, a fast one and a neutral
// one. Its workflow is the one that Wirefare gives, played from the checkouts on, with the real gate.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../real/browser-bench.ts';
import { type Played, playAction, playJob } from './runner.ts';

interface Work {
  /** Until it answers, ms. */
  readonly waitsMs: number;
  /** A note of so many letters in each order. */
  readonly letters: number;
}

const BASE: Work = { waitsMs: 30, letters: 20 };

const server = ({ waitsMs, letters }: Work, name: string) => `import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const gained = readFileSync('gained.txt', 'utf8');
const ${name} = Array.from({ length: 200 }, (_, id) => ({ id, note: 'n'.repeat(${letters}) + gained, at: id * 7919 }));
createServer((request, response) => {
  setTimeout(() => {
    const body = JSON.stringify(${name});
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
    response.end(body);
  }, ${waitsMs});
}).listen(Number(process.env.PORT), '127.0.0.1');
`;

/** What each pull request makes of the server. */
const CHANGES = {
  slow: server({ waitsMs: 60, letters: 30 }, 'orders'),
  fast: server({ waitsMs: 5, letters: 10 }, 'orders'),
  neutral: server(BASE, 'list'),
} as const;

export type PullRequest = keyof typeof CHANGES;

export interface Repository {
  /** The gate of the pull request, as the job of its workflow comes to it. */
  play(pull: PullRequest): Played;
  remove(): void;
}

/** `rules`: of its gate, and what else stands in it, as lines of YAML. */
export function repositoryWith(gate: readonly string[]): Repository {
  const dir = mkdtempSync(path.join(tmpdir(), 'wirefare-pulls-'));
  const repository = path.join(dir, 'shop');
  const programs = path.join(dir, 'bin');
  for (const folder of [repository, programs]) mkdirSync(folder);
  // Wirefare's packages are there, and the shop has none.
  for (const program of ['npm', 'sudo']) {
    writeFileSync(path.join(programs, program), '#!/bin/sh\n');
    chmodSync(path.join(programs, program), 0o755);
  }
  const env = {
    ...process.env,
    PATH: [programs, path.dirname(process.execPath), process.env.PATH].join(':'),
    TMPDIR: dir,
    GIT_CONFIG_GLOBAL: '/dev/null',
    NO_COLOR: '1',
  };
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.example', ...args], {
      cwd: repository,
      encoding: 'utf8',
      env,
      stdio: 'pipe',
    }).trim();
  const commit = (text: string, says: string, file = 'server.mjs') => {
    writeFileSync(path.join(repository, file), text);
    git('add', '.');
    git('commit', '-qm', says);
    return git('rev-parse', 'HEAD');
  };
  const side = 'command: [node, server.mjs], url: "http://localhost:3000/api/orders"';
  const lines = ['gate:', `  base: {${side}}`, `  head: {${side}, cwd: ../head}`, ...gate];
  writeFileSync(path.join(repository, 'gate.yaml'), `${lines.join('\n')}\n`);
  git('init', '-q', '-b', 'main');
  writeFileSync(path.join(repository, 'gained.txt'), '');
  commit(server(BASE, 'orders'), 'Answer with orders');
  for (const [pull, text] of Object.entries(CHANGES)) {
    git('checkout', '-q', '-b', pull, 'main');
    commit(text, `Make it ${pull}`);
  }
  git('checkout', '-q', 'main');
  commit('g'.repeat(25), 'Say more, after the pull requests began', 'gained.txt');

  return {
    play(pull) {
      const folder = path.join(dir, pull);
      mkdirSync(folder);
      const event = { pull_request: { number: 7 } };
      let own: Played | null = null;
      const around = { folder, event, eventName: 'pull_request', env };
      playJob(path.join(ROOT, 'deploy/ci/github-gate.yml'), 'gate', {
        ...around,
        uses: {
          // GitHub's own merge of the change into its base as it is now.
          'actions/checkout': ({ path: to }) => {
            git('checkout', '-q', '--detach', 'main');
            git('merge', '-q', '--no-ff', '-m', 'merge', pull);
            git('worktree', 'add', '-q', '--detach', path.join(folder, to!), 'HEAD');
            return 0;
          },
          'OWNER/wirefare': (inputs) => {
            own = playAction(path.join(ROOT, 'action.yml'), inputs, {
              ...around,
              uses: { 'actions/cache': () => 0 },
            });
            return own.code;
          },
          'actions/upload-artifact': () => 0,
        },
      });
      if (own === null) throw new Error('the workflow did not come to the gate');
      return own;
    },
    remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}
