// A run on a server that has less than the study asks for, as a stranger's will: the lab, the real target and
// the real agent's program in one process.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { inProcessDrivers } from '../../../test/support/host/in-process-drivers.ts';
import type { Recorded } from '../../factors/recorded-cell.ts';
import type { RunFile } from '../../record/record.ts';
import { run } from '../run/run.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const scratch = mkdtempSync(join(tmpdir(), 'wirefare-missing-'));
after(() => rmSync(scratch, { recursive: true }));

const STUDY = `study: books
title: Books
question: Which dataset?
factors: {n: 10, format: json, browser: node}
protocol: {sessions: 1, budget: 8s, warmup: 0s, timeout: 5s}
`;

test('a target without a dataset of the study is told as that, with those that it has', async () => {
  writeFileSync(join(scratch, 'books.yaml'), STUDY);
  const cheat = () => ({
    parts: (parts: { about: { features: object } }) => {
      const features = { ...parts.about.features, datasets: ['file'] };
      return { ...parts, about: { ...parts.about, features } };
    },
  });
  const drivers = inProcessDrivers({ cheat: cheat as never }, clock);
  assert.equal(await run('books.yaml', { out: 'record' }, fakeHost(scratch, clock), drivers), 4);
  const { sessions } = JSON.parse(
    readFileSync(join(scratch, 'record', 'run.json'), 'utf8'),
  ) as Recorded<RunFile>;
  assert.match(sessions[0]!.reason, /target node does not serve book: it has file$/);
});
