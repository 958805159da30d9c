// Gates of servers that are started by commands: the lab, the fronts and the agent's program in one process;
// the servers are processes.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach } from 'node:test';
import { EnvironmentError, UserError } from '../../../src/base/errors.ts';
import { gate } from '../../../src/cli/gate/gate.ts';
import { type FakeHost, fakeHost } from './fake-host.ts';
import { inProcessDrivers } from './in-process-drivers.ts';
import { QUICK_TIME } from './own-time.ts';

/** Notes its process, and that of a helper which it starts, to see whether they end. */
const SERVER = `
import { createServer } from 'node:http';
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
const { PORT, DELAY_MS = '0', ROWS = '50', NAME = 'order', FAIL_EVERY = '0' } = process.env;
const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
appendFileSync('pids', process.pid + ' ' + helper.pid + ' ');
const rows = Array.from({ length: Number(ROWS) }, (_, id) => ({ id, name: NAME + ' ' + id }));
let asked = 0;
createServer((request, response) => {
  asked += 1;
  // Not before its cells are checked.
  if (FAIL_EVERY !== '0' && asked > 15 && asked % Number(FAIL_EVERY) === 0) return response.writeHead(503).end();
  response.setHeader('content-type', 'application/json');
  setTimeout(() => response.end(JSON.stringify(rows)), Number(DELAY_MS));
}).listen(PORT, '127.0.0.1');
`;
export const START = `exec ${process.execPath} server.mjs`;
export const side = (folder: string, command = START) =>
  `{command: ${JSON.stringify(command)}, url: "http://localhost:3000/orders", cwd: ${folder}}`;

/**
 * For a file of tests: each has folders `main` and `change` with the server in them, and a host of its own.
 */
export function startedSides(prefix: string) {
  const scratch = mkdtempSync(join(tmpdir(), prefix));
  let folders = 0;
  let host: FakeHost;
  beforeEach(() => {
    const dir = join(scratch, String(folders++));
    for (const folder of ['main', 'change']) {
      mkdirSync(join(dir, folder), { recursive: true });
      writeFileSync(join(dir, folder, 'server.mjs'), SERVER);
    }
    host = fakeHost(dir, QUICK_TIME, process.execPath);
  });
  after(() => rmSync(scratch, { recursive: true }));

  /** A host of which nothing was printed, in the same folder. */
  function again(): void {
    host = fakeHost(host.cwd, QUICK_TIME, process.execPath);
  }

  async function gated(text: string, format = 'terminal') {
    writeFileSync(join(host.cwd, 'gate.yaml'), text);
    const drivers = inProcessDrivers({ targets: ['base', 'head'], verifies: true }, QUICK_TIME);
    const code = await gate('gate.yaml', { format }, host, () => drivers);
    for (const fake of [...drivers.agents, ...drivers.targets]) assert.ok(fake.isClosed(), fake.name);
    return { code, text: host.printed(), targets: drivers.targets };
  }

  async function refused(text: string): Promise<EnvironmentError | UserError> {
    try {
      await gated(text);
    } catch (thrown) {
      assert.ok(thrown instanceof EnvironmentError || thrown instanceof UserError, String(thrown));
      return thrown;
    }
    return assert.fail('nothing was refused');
  }

  /** As JSON, of a gate that is refused. */
  async function reportOf(text: string): Promise<string> {
    again();
    await assert.rejects(gated(text, 'json'), EnvironmentError);
    return host.printed();
  }

  /** Of all servers that were started in a folder, and of their helpers. */
  function pidsIn(folder: string): readonly number[] {
    return readFileSync(join(host.cwd, folder, 'pids'), 'utf8')
      .trim()
      .split(' ')
      .map(Number);
  }

  return {
    get host() {
      return host;
    },
    ...{ again, gated, refused, reportOf, pidsIn },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
