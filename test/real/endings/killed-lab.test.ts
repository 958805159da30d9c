import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { servePage } from '../../support/real/browser-bench.ts';

const GONE_WITHIN_MS = 10_000;

for (const browser of ['chromium', 'firefox', 'webkit']) {
  test(`a lab that is killed outright leaves neither ${browser} nor its profile behind`, async (t) => {
    const page = await servePage('report({});');
    t.after(page.close);
    const lab = spawn(
      process.execPath,
      [
        path.join(import.meta.dirname, '../../support/real/open-and-wait.ts'),
        browser,
        `${page.url}?name=lab`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    t.after(() => lab.kill('SIGKILL'));
    const { folder } = await firstJsonLine(lab);
    await page.report('lab');
    assert.ok(processesOf(folder).length >= 3, 'the browser has several processes before the lab is killed');

    lab.kill('SIGKILL');
    const isClean = () => processesOf(folder).length === 0 && !existsSync(folder);
    for (let waitedMs = 0; !isClean() && waitedMs < GONE_WITHIN_MS; waitedMs += 50) await delay(50);
    assert.deepEqual(processesOf(folder), []);
    assert.equal(existsSync(folder), false, `${folder} is still there`);
  });
}

async function firstJsonLine(child: ChildProcess): Promise<{ pid: number; folder: string }> {
  for await (const line of createInterface(child.stdout!)) return JSON.parse(line);
  throw new Error('the lab in miniature said nothing');
}

/**
 * Living processes with the folder in their command line or environment: all that belong to this lab and no
 * other.
 */
function processesOf(folder: string): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .map((pid) => ({
      pid,
      said: `${read(pid, 'cmdline')}${read(pid, 'environ')}`,
      status: read(pid, 'status'),
    }))
    .filter(({ said, status }) => said.includes(folder) && !/^State:\s+[ZX]/m.test(status))
    .map(({ pid, said }) => `${pid} ${said.split('\0')[0]}`);
}

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
