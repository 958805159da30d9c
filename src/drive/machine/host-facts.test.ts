import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import type { LinkSurroundings } from '../links/link-findings.ts';
import { examineMachine, type Machine } from './doctor.ts';
import { hostFacts, type OsFacts } from './host-facts.ts';

const OS: OsFacts = {
  type: 'Linux',
  release: '6.1.0-9-amd64',
  cpuModel: 'A Processor',
  cores: 4,
  memoryBytes: 16e9,
  node: '24.1.0',
};

const files = (texts: Readonly<Record<string, string>>) => (file: string) => texts[file] ?? null;

test('the facts of a plain machine', () => {
  const read = files({
    '/etc/os-release': 'ID=debian\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
    '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'powersave\n',
    '/proc/cpuinfo': 'flags\t\t: fpu vme\n',
    '/sys/class/dmi/id/sys_vendor': 'LENOVO\n',
  });
  assert.deepEqual(hostFacts(read, OS), {
    os: 'Debian GNU/Linux 12 (bookworm)',
    kernel: 'Linux 6.1.0-9-amd64',
    cpu: 'A Processor',
    cores: 4,
    memoryBytes: 16e9,
    node: '24.1.0',
    governor: 'powersave',
    virtualised: null,
    id: null,
  });
});

test('machines of one model are told apart without telling their id', () => {
  const id = (text: string) => hostFacts(files({ '/etc/machine-id': text }), OS).id;
  const [one, other] = [id(`${'0a'.repeat(16)}\n`), id(`${'0b'.repeat(16)}\n`)];
  assert.match(one!, /^[0-9a-f]{12}$/);
  assert.notEqual(one, other);
  assert.ok(!'0a'.repeat(16).includes(one!));
  assert.equal(id('uninitialized\n'), null);
});

test('containers and virtual machines are told, nested ones too', () => {
  const virtual = (texts: Readonly<Record<string, string>>) => hostFacts(files(texts), OS).virtualised;
  const machine = {
    '/proc/cpuinfo': 'flags\t\t: fpu hypervisor\n',
    '/sys/class/dmi/id/sys_vendor': 'QEMU\n',
  };
  assert.equal(virtual(machine), 'virtual machine (QEMU)');
  assert.equal(virtual({ '/.dockerenv': '' }), 'container (docker)');
  assert.equal(
    virtual({ ...machine, '/run/.containerenv': '' }),
    'container (podman) in a virtual machine (QEMU)',
  );
  assert.equal(virtual({ '/proc/1/environ': 'A=b\0container=lxc\0' }), 'container (lxc)');
  assert.equal(virtual({ '/sys/class/dmi/id/sys_vendor': 'Amazon EC2' }), 'virtual machine (Amazon EC2)');
});

const NOTHING = {
  nodePath: '/no/node',
  projectRoot: '/',
  env: { PATH: '' },
  tempDir: '/tmp',
  cacheDir: '/tmp',
  isRoot: false,
};
const NO_CARGO = new EnvironmentError('find cargo: there is no cargo in PATH', [], 'apt-get install cargo');
const ENGINES = ['tun', 'veth', 'tbf'].map((engine) => ({ engine, works: true, why: 'tried', remedy: '' }));
const LINK: LinkSurroundings = {
  program: async () => '/cache/wirefare-link',
  cargo: async () => '/usr/bin/cargo',
  probe: async () => JSON.stringify({ version: '0.1.0', rootless: true, engines: ENGINES, tried: [] }),
};
const OVERRIDES = {
  WIREFARE_CHROMIUM: '/none',
  WIREFARE_FIREFOX: '/none',
  WIREFARE_WEBKIT: '/none',
  WIREFARE_XVFB: '/none',
};

test('a machine that lacks everything is told everything, with what mends it', async () => {
  const machine: Machine = {
    read: files({
      '/proc/pressure/cpu': 'some avg10=42.50 avg60=1.00 avg300=0.00 total=1\n',
      '/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'powersave\n',
    }),
    os: { ...OS, cores: 1, memoryBytes: 1e9 },
    link: { ...LINK, program: async () => null, cargo: () => Promise.reject(NO_CARGO) },
    slowdown: () => Promise.reject(new EnvironmentError('no quota', ['/sys: read-only'], 'run as root')),
    k6: () => Promise.reject(new EnvironmentError('no k6', ['k6 in PATH'], 'install k6')),
    freeBytes: async () => 1e9,
  };
  const findings = await examineMachine({ ...NOTHING, env: { ...NOTHING.env, ...OVERRIDES } }, machine);
  const status = Object.fromEntries(findings.map((finding) => [finding.name, finding.status]));
  assert.deepEqual(status, {
    node: 'missing',
    chromium: 'missing',
    firefox: 'missing',
    webkit: 'missing',
    Xvfb: 'missing',
    cores: 'warning',
    memory: 'warning',
    'CPU governor': 'warning',
    'CPU pressure': 'warning',
    virtualised: 'ok',
    'wirefare-link': 'missing',
    'slow clients': 'warning',
    'clients at once': 'warning',
    disk: 'warning',
  });
  for (const { name, status, remedy } of findings) assert.equal(remedy === '', status === 'ok', name);
});

test('a machine with what it needs has nothing to mend', async () => {
  const machine: Machine = {
    read: files({ '/proc/pressure/cpu': 'some avg10=0.50 total=1\n' }),
    os: OS,
    link: LINK,
    slowdown: async () => {},
    k6: async () => null,
    freeBytes: async () => 50e9,
  };
  const program = { WIREFARE_CHROMIUM: '/bin/sh', WIREFARE_FIREFOX: '/bin/sh', WIREFARE_WEBKIT: '/bin/sh' };
  const env = { PATH: '/bin', ...program, WIREFARE_XVFB: '/bin/sh' };
  const findings = await examineMachine({ ...NOTHING, nodePath: process.execPath, env }, machine);
  assert.deepEqual(
    findings.filter(({ status }) => status !== 'ok'),
    [],
  );
});
