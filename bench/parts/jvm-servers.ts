// Starts what the bench of the Java targets compares them with: applications from the tests of a target's
// module, on the classes that a build with tests leaves.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDirectory } from '../../src/data/store/cache-directory.ts';
import { firstLine } from '../../src/drive/processes/first-line.ts';
import { createGuardian, type Guardian } from '../../src/drive/processes/guardian.ts';
import { startProcess } from '../../src/drive/processes/process-group.ts';
import { findJava } from '../../src/drive/targets/jdk.ts';
import { parseReadyLine } from '../../src/drive/targets/target.ts';
import { buildTarget } from '../../src/drive/targets/target-build.ts';
import { readTargetFile, sourceFolder } from '../../src/drive/targets/target-file.ts';
import { targetFolder } from '../../src/drive/targets/target-names.ts';
import { PROJECT_ROOT } from './surroundings.ts';

export interface JavaServer {
  readonly url: string;
  readonly pid: number;
  close(): Promise<void>;
}

/**
 * Java's arguments before the class path, as the target has them, so that nothing but the application
 * differs.
 */
export async function startFromTests(target: string, mainClass: string): Promise<JavaServer> {
  const guardian = createGuardian(tmpdir());
  const { built, start } = await builtWithTests(target, guardian);
  const options = start.slice(1, start.indexOf('-cp'));
  const classPath = [join(built, target, 'lib/*'), join(built, target, 'test-classes')].join(':');
  const { program } = await findJava(process.env);
  const name = `${target} with ${mainClass}`;
  const more = target === 'dropwizard' ? ['server', 'dropwizard.yml'] : [];
  const args = [...options, '-cp', classPath, mainClass, ...more];
  const spec = { name, path: program, args, env: process.env, cwd: tmpdir(), stdin: true, stdout: true };
  const running = await startProcess(spec, guardian);
  const ports = await firstLine(
    `start ${name}`,
    { stream: running.stdout!, exited: running.exited },
    parseReadyLine,
    60_000,
  );
  return { url: `http://127.0.0.1:${ports.http1}`, pid: running.pid, close: () => running.close() };
}

async function builtWithTests(
  target: string,
  guardian: Guardian,
): Promise<{ built: string; start: readonly string[] }> {
  const folder = targetFolder(PROJECT_ROOT, {}, target);
  const file = await readTargetFile(folder);
  // Apart from the target's own build, which is without the classes of tests.
  const cacheDir = join(cacheDirectory(process.env) ?? join(tmpdir(), 'wirefare-cache'), 'bench');
  const build = file.build!.map((each) => (each === '-Dmaven.test.skip=true' ? '-DskipTests' : each));
  const tell = (line: string) => console.error(line);
  const setup = { folder, sources: sourceFolder(folder, file), cacheDir, env: process.env, tell };
  const built = await buildTarget({ name: file.name, build }, setup, guardian);
  return { built, start: file.start };
}
