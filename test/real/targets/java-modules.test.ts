import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dataDirectory } from '../../../src/cli/surroundings/run-context.ts';
import { ROOT } from '../../support/real/browser-bench.ts';
import { maven, QUICK_COMPILER, withoutMaven } from '../../support/real/java-target.ts';
import { mavenArgs } from '../../support/real/own-tests.ts';

test('the modules of the Java targets and of the Java client pass their own tests', {
  skip: withoutMaven,
}, () => {
  const { program, env } = maven!;
  const cwd = path.join(ROOT, 'targets/jvm');
  const args = mavenArgs('test', cwd, dataDirectory({ env: process.env, tempDir: tmpdir() }));
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env, ...QUICK_COMPILER },
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
});
