import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '../support/real/browser-bench.ts';
import { maven, withoutMaven } from '../support/real/java-target.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-java-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

test('the modules of the Java targets and of the Java client pass their own tests', {
  skip: withoutMaven,
}, () => {
  const args = ['--batch-mode', '--quiet', '--no-transfer-progress', `-Dwirefare.built=${scratch}`, 'test'];
  const { program, env } = maven!;
  const cwd = path.join(ROOT, 'targets/jvm');
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  assert.equal(status, 0, `${stdout}${stderr}`);
});
