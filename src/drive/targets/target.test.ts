import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { exchangePath } from '../../wire/target-contract.ts';
import { createGuardian } from '../processes/guardian.ts';
import { parseReadyLine, targetDriver } from './target.ts';

const NODE_TARGET = path.resolve(import.meta.dirname, '../../../targets/node');
let scratch = '';
before(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'wirefare-target-'));
});
after(() => rm(scratch, { recursive: true, force: true }));

function makeDriver(folder: string, readyWithinMs = 15_000) {
  return targetDriver({
    folder,
    nodePath: process.execPath,
    dataDir: path.join(scratch, 'data'),
    host: '127.0.0.1',
    port: 0,
    env: { PATH: process.env.PATH },
    readyWithinMs,
    guardian: createGuardian(scratch),
  });
}

/** A target whose whole program is given. */
async function madeUp(name: string, program: string, file: Record<string, unknown> = {}) {
  const folder = path.join(scratch, name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'main.mjs'), program);
  const usual = { name, title: name, language: 'JavaScript', version: '1', start: ['node', 'main.mjs'] };
  await writeFile(path.join(folder, 'target.json'), JSON.stringify({ ...usual, ...file }));
  return folder;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('the embedded target starts, says what it can, answers an exchange and ends on SIGTERM', async () => {
  const target = await makeDriver(NODE_TARGET).start({ largestN: 100 });
  try {
    assert.equal(target.name, 'node');
    assert.equal(target.about.features.maxN, 100);
    const query = {
      dataset: 'book',
      n: 3,
      format: 'json',
      codec: 'JSON.stringify',
      compression: 'gzip',
      level: 6,
    };
    const url = target.url + exchangePath({ ...query, compute: 'cm1', close: false, opaque: false }, 1);
    const books = (await (await fetch(url)).json()) as unknown[];
    assert.equal(books.length, 3);
  } finally {
    await target.close();
  }
  const { signal, code } = await target.exited;
  assert.deepEqual({ signal, code }, { signal: null, code: 0 });
  assert.equal(isThere(target.pid), false);
});

test('the embedded target ends when its stdin closes', async () => {
  const target = await makeDriver(NODE_TARGET).start({ largestN: 1 });
  target.closeStdin();
  assert.equal((await target.exited).code, 0);
  await target.close();
});

test('when the lab is killed outright, its target goes too', async () => {
  const lab = path.join(scratch, 'lab.mjs');
  const driver = JSON.stringify(path.resolve(import.meta.dirname, 'target.ts'));
  await writeFile(
    lab,
    `const { targetDriver } = await import(${driver});
    const guardian = { folder: () => '', watch: () => {}, release: () => {} };
    const driver = targetDriver({ folder: ${JSON.stringify(NODE_TARGET)}, nodePath: process.execPath,
      dataDir: ${JSON.stringify(path.join(scratch, 'data'))}, host: '127.0.0.1', port: 0, env: {},
      readyWithinMs: 15000, guardian });
    const target = await driver.start({ largestN: 1 });
    process.stdout.write(String(target.pid) + '\\n');
    setInterval(() => {}, 1000);`,
  );
  const child = spawn(process.execPath, [lab], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  assert.ok(isThere(pid));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const deadline = performance.now() + 5_000;
  while (isThere(pid) && performance.now() < deadline) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isThere(pid), false);
});

test('everything that is wrong with a target.json is told at once', async () => {
  const folder = await madeUp('bad-file', '', { start: [], langauge: 'Go', version: 3 });
  await assert.rejects(makeDriver(folder).start({ largestN: 1 }), (error) => {
    assert.ok(error instanceof UserError);
    assert.deepEqual(error.problems.map(({ path: where }) => where).sort(), ['langauge', 'start', 'version']);
    return true;
  });
});

test("a folder without target.json is the user's mistake", async () => {
  await assert.rejects(makeDriver(path.join(scratch, 'nothing')).start({ largestN: 1 }), UserError);
});

test('a target that ends before it is ready is explained by its last words', async () => {
  const folder = await madeUp('dies', 'console.error("no database"); process.exit(3)');
  await assert.rejects(makeDriver(folder).start({ largestN: 1 }), (error) => {
    assert.ok(error instanceof EnvironmentError);
    assert.match(error.message, /start target dies: exited with code 3: no database/);
    return true;
  });
});

test('a target that never says that it is ready is ended and told', async () => {
  const folder = await madeUp('silent', 'console.error(process.pid); setInterval(() => {}, 1000)');
  await assert.rejects(makeDriver(folder, 1_000).start({ largestN: 1 }), (error) => {
    assert.match(String(error), /start target silent: no ready line within 1 s/);
    const pid = Number(/last words: (\d+)/.exec(String(error))?.[1]);
    assert.ok(pid > 0);
    assert.equal(isThere(pid), false);
    return true;
  });
});

test('what came instead of the ready line is told, and nothing of stdout where the target ended without a word there', async () => {
  const nearly = await madeUp(
    'nearly',
    'console.log(JSON.stringify({ ready: "yes" })); setInterval(() => {}, 1000)',
  );
  await assert.rejects(
    makeDriver(nearly, 1_000).start({ largestN: 1 }),
    /its last line on stdout was \{"ready":"yes"\}, not such as \{"ready":true,"port":40123\}/,
  );
  const mute = await madeUp('mute', 'setInterval(() => {}, 1000)');
  await assert.rejects(makeDriver(mute, 300).start({ largestN: 1 }), /nothing came on stdout/);
  const fails = await madeUp('fails', 'process.exit(3)');
  await assert.rejects(makeDriver(fails).start({ largestN: 1 }), (error) => {
    assert.ok(error instanceof EnvironmentError);
    assert.doesNotMatch(error.message, /stdout/);
    assert.ok(error.remedy.includes(`start it by hand in ${fails}: `), error.remedy);
    return true;
  });
});

test('an /about that is no JSON, or that nobody answers, is told with its address', async () => {
  const program = (port: string) => `import { createServer } from 'node:http';
    const server = createServer((q, r) => r.end('<html>'));
    server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: ${port} })));`;
  const page = await madeUp('page', program('server.address().port'));
  await assert.rejects(
    makeDriver(page).start({ largestN: 1 }),
    /http:\/\/127.*\/about is not JSON: .*<html>/,
  );
  const elsewhere = await madeUp('elsewhere', program('2'));
  await assert.rejects(
    makeDriver(elsewhere).start({ largestN: 1 }),
    /cannot be reached at the port of its ready line: .*ECONNREFUSED/,
  );
});

test('a program that is not there is to be installed, or its name mended', async () => {
  const folder = await madeUp('nobody', '', { start: ['no-such-program'] });
  await assert.rejects(makeDriver(folder).start({ largestN: 1 }), (error) => {
    assert.ok(error instanceof EnvironmentError);
    assert.match(error.remedy, /^install no-such-program, or mend `start` in .*target\.json$/);
    return true;
  });
});

test('all that a target lacks is found at once, without building or starting anything', async () => {
  const needs = [{ what: 'a thing', files: ['/no/such/thing'], packages: ['thing'] }];
  const folder = await madeUp('lacking', '', { build: ['no-such-builder'], start: ['{built}/run'], needs });
  await assert.rejects(makeDriver(folder).find(), (error) => {
    assert.ok(error instanceof EnvironmentError);
    assert.match(error.message, /no-such-builder.*; lacking needs what this machine does not have: a thing$/);
    assert.match(error.remedy, /^install no-such-builder, .*thing/);
    return true;
  });
  await makeDriver(await madeUp('hangs-if-started', 'setInterval(() => {}, 1000)')).find();
});

test('a target.json is mended by what is told of it: kinds, nearest names, its folder, fields of clients', async () => {
  const folder = await madeUp('words', '', {
    name: 'other',
    title: undefined,
    version: 3,
    langauge: 'Go',
    start: 'node main.mjs',
    sources: '../none',
    codecs: { json: ['x'] },
    needs: [{ what: '', fils: [], command: ['a'] }],
  });
  await assert.rejects(makeDriver(folder).start({ largestN: 1 }), (error) => {
    assert.ok(error instanceof UserError);
    const said = Object.fromEntries(error.problems.map(({ path: at, what }) => [at, what]));
    assert.deepEqual(said, {
      title: 'is missing',
      version: 'is number 3, not a text',
      langauge: 'no such field',
      start: 'is a text, not a list',
      'needs[0].what': 'is empty',
      'needs[0].fils': 'no such field',
      'needs[0].packages': 'is missing',
      name: 'is other in the folder words',
      sources: `there is no folder ${path.join(path.dirname(folder), 'none')}`,
      codecs: 'is for clients: a target has encoders',
    });
    assert.equal(error.problems.find(({ path: at }) => at === 'langauge')?.nearest, 'language');
    return true;
  });
});

test('a target whose /about is not as the contract says is refused', async () => {
  const program = `import { createServer } from 'node:http';
    const server = createServer((q, r) => r.end('{"contract":1,"name":"x"}'));
    server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ ready: true, port: server.address().port })));`;
  const folder = await madeUp('odd', program);
  await assert.rejects(
    makeDriver(folder).start({ largestN: 1 }),
    /not as the contract says: version: .*; features: /,
  );
});

test('a target is given the certificate, and is refused where it lists a protocol without a port', async () => {
  const program = `import { createServer } from 'node:http';
    const { WIREFARE_TLS_CERT: cert, WIREFARE_TLS_KEY: key } = process.env;
    const features = { datasets: ['book'], maxN: 1, formats: { json: ['x'] }, compressions: { none: [] },
      computations: ['none'], protocols: ['http1', 'h2'] };
    const about = { contract: 1, name: 'tls', version: '1', versions: { cert, key }, features };
    const server = createServer((q, r) => r.end(JSON.stringify(about)));
    server.listen(0, '127.0.0.1', () => {
      const ports = cert === '/c.pem' ? { h2: 443 } : {};
      console.log(JSON.stringify({ ready: true, port: server.address().port, ports }));
    });`;
  const driver = makeDriver(await madeUp('tls', program));
  const tls = { certFile: '/c.pem', keyFile: '/k.pem' };
  const target = await driver.start({ largestN: 1, tls });
  assert.deepEqual(target.ports, { http1: target.port, h2: 443 });
  assert.deepEqual(target.about.versions, { cert: '/c.pem', key: '/k.pem' });
  await target.close();
  await assert.rejects(driver.start({ largestN: 1 }), /\/about lists h2, but the ready line names no port/);
});

test('only a ready line gives ports', () => {
  assert.deepEqual(parseReadyLine('{"ready":true,"port":40123}'), { http1: 40_123 });
  assert.deepEqual(
    parseReadyLine('{"ready":true,"port":1,"ports":{"https1":2,"h2":3,"h3":5,"webtransport":3,"h9":4}}'),
    {
      http1: 1,
      https1: 2,
      h2: 3,
      h3: 5,
      webtransport: 3,
    },
  );
  for (const line of [
    '',
    'ready 40123',
    '{"ready":true}',
    '{"ready":true,"port":0}',
    '{"port":1}',
    '{"ready":',
  ]) {
    assert.equal(parseReadyLine(line), null, line);
  }
});
