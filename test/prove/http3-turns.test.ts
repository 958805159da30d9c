// How often Firefox turns from HTTP/3 to HTTP/2 where exchanges open new connections, in so many runs, each
// with a Firefox of its own. What turned is a failed sample, so nothing is counted that is wrong; but it is
// not measured. WIREFARE_PROOF_RUNS asks for more runs or fewer. To find out why it turns:
// WIREFARE_PROOF_LOGS names a folder for what Firefox logs of its connections (ExcludeHttp3, "restarting
// transaction" and "coalesc" are words to look for), WIREFARE_PROOF_PREFS a file with more lines for user.js.

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { FIREFOX } from '../../src/drive/agents/firefox.ts';
import { findProgram } from '../../src/drive/machine/find-program.ts';
import { findBuilder } from '../../src/drive/targets/target-build.ts';
import type { Recorded } from '../../src/factors/recorded-cell.ts';
import type { RunFile, SampleRow } from '../../src/record/record.ts';
import { SETTINGS } from '../support/real/browser-bench.ts';
import { labBench } from '../support/real/lab-process.ts';

const RUNS = Number(process.env.WIREFARE_PROOF_RUNS ?? 8);
const { WIREFARE_PROOF_LOGS: logs = '', WIREFARE_PROOF_PREFS: prefs = '' } = process.env;

const skip = await findBuilder('go', process.env).then(
  () => false as const,
  (missing: Error) => missing.message,
);

const folder = mkdtempSync(path.join(tmpdir(), 'wirefare-turns-'));
const bench = labBench({ env: await watchedFirefox() });
after(() => {
  bench.remove();
  rmSync(folder, { recursive: true });
});

/** Labs hand Firefox nothing of their environment, so what is to be logged or tried comes by a program. */
async function watchedFirefox(): Promise<Readonly<Record<string, string>>> {
  if (skip !== false || (logs === '' && prefs === '')) return {};
  const firefox = await findProgram(FIREFOX, SETTINGS);
  const program = path.join(folder, 'firefox');
  const lines = ['#!/bin/sh', 'for each; do [ "$last" = --profile ] && profile=$each; last=$each; done'];
  if (prefs !== '') lines.push(`[ -n "$profile" ] && cat '${path.resolve(prefs)}' >> "$profile/user.js"`);
  if (logs !== '') {
    mkdirSync(logs, { recursive: true });
    const modules = 'timestamp,nsHttp:5,neqo_http3::*:4';
    const file = path.join(path.resolve(logs), 'firefox');
    lines.push(`[ -n "$profile" ] && export MOZ_LOG='${modules}' MOZ_LOG_FILE='${file}'-$$`);
  }
  writeFileSync(program, [...lines, `exec '${firefox}' "$@"`, ''].join('\n'), { mode: 0o755 });
  return { WIREFARE_FIREFOX: program };
}

/** Open connections beside new ones, as in a study that compares them: one may draw the other along. */
const STUDY = `study: turns
title: T
question: Q
factors: {n: 30, target: go, format: json, browser: firefox, protocol: h3, connection: [warm, cold]}
parts:
  - {name: exchanges, title: E}
  - {name: calls, title: C, factors: {procedure: call}}
protocol: {sessions: 1, budget: 15s, warmup: 0, exchangesPerVisit: 1, timeout: 10s}
`;

const TURNED = /it went over h2, not h3/;
const isTurned = ({ reason }: Pick<SampleRow, 'reason'>) => TURNED.test(reason);

/** How many turned in a run, and what is said of them. */
function turnsIn(record: string): { readonly count: number; readonly says: string } {
  const text = (file: string) => readFileSync(path.join(bench.dir, record, file), 'utf8');
  const { sessions } = JSON.parse(text('run.json')) as Recorded<RunFile>;
  const checks = sessions.flatMap((session) => session.checks);
  const unchecked = checks.filter(({ difference }) => difference !== null && TURNED.test(difference));
  const lines = text('samples.ndjson').trimEnd().split('\n');
  const samples = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as SampleRow);
  const first = samples.findIndex(isTurned);
  const turned = samples.filter(isTurned).length;
  const rest = first < 0 ? [] : samples.slice(first);
  const others = samples.filter((sample) => sample.outcome !== 'completed' && !isTurned(sample)).length;
  const where = first < 0 ? '' : `, the first after ${first}, of ${samples[first]!.cell}`;
  const forGood = rest.length > 1 && rest.every(isTurned) ? ', then all' : '';
  return {
    count: turned + unchecked.length,
    says: `${turned} of ${samples.length} exchanges${where}${forGood}, and ${unchecked.length} of ${checks.length} checks; ${others} failed otherwise`,
  };
}

test('Firefox stays with HTTP/3 over new connections, run after run', { skip }, async (t) => {
  writeFileSync(path.join(bench.dir, 'turns.yaml'), STUDY);
  let count = 0;
  for (let run = 1; run <= RUNS; run++) {
    const { code, err } = await bench.start('run', 'turns.yaml', '--out', `run-${run}`).ended;
    const turns = turnsIn(`run-${run}`);
    count += turns.count;
    t.diagnostic(`run ${run}: turned to HTTP/2: ${turns.says}`);
    // A cell whose check turned was not measured.
    assert.ok(code === 0 || turns.count > 0, err);
  }
  assert.equal(count, 0, `${count} turned to HTTP/2 in ${RUNS} runs`);
});
