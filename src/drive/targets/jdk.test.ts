import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { findJava, findJdk, majorVersion } from './jdk.ts';
import { findBuilder } from './target-build.ts';

let scratch = '';
before(() => {
  scratch = mkdtempSync(path.join(tmpdir(), 'wirefare-jdk-'));
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/** An installation whose `java` tells of itself as real ones do, on stderr. */
function installed(name: string, version: string, programs: readonly string[] = ['java', 'javac']): string {
  const home = path.join(scratch, name);
  const told = `echo "    java.home = ${home}" >&2; echo "    java.version = ${version}" >&2`;
  for (const program of programs) script(path.join(home, 'bin', program), told);
  return home;
}

function script(file: string, line: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${line}\n`);
  chmodSync(file, 0o755);
}

async function refusal(attempt: Promise<unknown>): Promise<EnvironmentError> {
  const thrown = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  assert.ok(thrown instanceof EnvironmentError, String(thrown));
  return thrown;
}

test('the Java that is named comes before JAVA_HOME, and that before PATH', async () => {
  const [named, home, inPath] = [installed('a', '17.0.1'), installed('b', '21.0.2'), installed('c', '25')];
  const PATH = path.join(inPath, 'bin');
  const WIREFARE_JAVA = path.join(named, 'bin', 'java');
  const all = { PATH, JAVA_HOME: home, WIREFARE_JAVA };
  assert.deepEqual(await findJava(all), { program: WIREFARE_JAVA, home: named, version: '17.0.1' });
  assert.equal((await findJava({ ...all, WIREFARE_JAVA: '' })).version, '21.0.2');
  assert.equal((await findJava({ PATH })).home, inPath);
});

test('a Java that is too old is refused with its version and what brings another', async () => {
  const old = installed('old', '11.0.27');
  const error = await refusal(findJava({ JAVA_HOME: old }));
  assert.match(error.message, /old\/bin\/java is Java 11\.0\.27, and it must be 17 or newer/);
  assert.match(error.remedy, /apt-get install openjdk-17-jdk-headless/);
  assert.deepEqual(
    ['1.8.0_292', '11.0.27', '17', '25-ea', '26+7'].map((version) => majorVersion(version)),
    [8, 11, 17, 25, 26],
  );
});

test('what is named and is not there is told, whatever else there is', async () => {
  const PATH = path.join(installed('there', '17.0.1'), 'bin');
  const byHome = await refusal(findJava({ PATH, JAVA_HOME: '/nowhere' }));
  assert.match(byHome.message, /there is no \/nowhere\/bin\/java/);
  assert.match(byHome.remedy, /JAVA_HOME/);
  const byPath = await refusal(findJava({ PATH, WIREFARE_JAVA: '/nowhere/java' }));
  assert.match(byPath.message, /no such file \/nowhere\/java/);
});

test('a Java without a compiler runs targets and builds none', async () => {
  const env = { JAVA_HOME: installed('jre', '17.0.1', ['java']) };
  assert.equal((await findJava(env)).version, '17.0.1');
  assert.match((await refusal(findJdk(env))).message, /cannot compile: there is no .*jre\/bin\/javac/);
});

test('something that is no Java is told with what it said', async () => {
  const odd = path.join(scratch, 'odd', 'java');
  script(odd, 'echo "no runtime present" >&2; exit 1');
  assert.match(
    (await refusal(findJava({ WIREFARE_JAVA: odd }))).message,
    /does not tell its version: .*no runtime present/s,
  );
});

test('Maven is given the JDK that was found, and is not started without one', async () => {
  const mvn = path.join(scratch, 'maven', 'mvn');
  script(mvn, 'exit 0');
  const jdk = installed('jdk', '21.0.2');
  const env = {
    WIREFARE_MVN: mvn,
    WIREFARE_JAVA: path.join(jdk, 'bin', 'java'),
    JAVA_HOME: '/nowhere',
    HOME: '/h',
  };
  assert.deepEqual(await findBuilder('mvn', env), { program: mvn, env: { ...env, JAVA_HOME: jdk } });
  const jre = path.join(installed('jre-2', '21.0.2', ['java']), 'bin', 'java');
  await refusal(findBuilder('mvn', { ...env, WIREFARE_JAVA: jre }));
});
