import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { type AdviseFlags, adviseSettings } from '../advise/flags.ts';
import { declareProgram } from '../program.ts';
import { adviseCommand } from './advise-command.ts';

/** The words that a shell makes of it. */
function pasted(command: string, env: Record<string, string>): string[] {
  const script = `wirefare() { printf '%s\\0' "$@"; }; ${command}`;
  const words = execFileSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' });
  return words.split('\0').slice(0, -1);
}

test('a line with secrets can be pasted, and shows none', () => {
  const url = 'http://ada:pw-hidden@localhost:3000/a/orders?api_key=hidden-1&q=it%27s&x=$HOME';
  const { command, variables } = adviseCommand(url, {
    header: ['Authorization: Bearer hidden-2', 'X-Tenant: hidden-3'],
    network: 'none,4g',
  });
  assert.doesNotMatch(command, /hidden/);
  assert.match(command, /--header "Authorization: Bearer \$TOKEN"/);
  assert.deepEqual(variables, ['LOGIN', 'PASSWORD', 'API_KEY', 'TOKEN', 'X_TENANT']);
  const env = {
    LOGIN: 'ada',
    PASSWORD: 'pw-hidden',
    API_KEY: 'hidden-1',
    TOKEN: 'hidden-2',
    X_TENANT: 'hidden-3',
  };
  assert.deepEqual(pasted(command, env), [
    'advise',
    url,
    '--header',
    'Authorization: Bearer hidden-2',
    '--header',
    'X-Tenant: hidden-3',
    '--network',
    'none,4g',
  ]);
});

test('a line without secrets is as it was typed', () => {
  const url = "http://localhost:3000/orders?name=O'Neill&a=1";
  const { command, variables } = adviseCommand(url, {});
  assert.deepEqual(variables, []);
  assert.deepEqual(pasted(command, {}), ['advise', new URL(url).href, '--network', 'none,4g,3g']);
});

test('what was given to measure, and advise takes too, is given again', () => {
  const shared = {
    schema: 'my shop.proto:Orders',
    timeout: '60s',
    limit: '1GB',
    browser: 'firefox',
    link: 'modelled',
    network: '3g, office=50mbit/5ms',
  };
  const flags = { ...shared, rate: '5/s', insecure: true };
  const { command } = adviseCommand('https://localhost/orders', flags);
  const words = pasted(command, {});
  assert.deepEqual(words, [
    'advise',
    'https://localhost/orders',
    '--insecure',
    ...Object.entries(shared).flatMap(([name, value]) => [`--${name}`, value]),
  ]);
});

test('networks of one’s own come with their figures, and advise reads the line', async () => {
  const network = '3g,office=50mbit/5ms,home=16mbit/2mbit/30ms';
  const { command } = adviseCommand('https://localhost/a', { network, insecure: true, browser: 'node' });
  const asked: AdviseFlags[] = [];
  const program = declareProgram(async () => {});
  const advise = program.commands.find((verb) => verb.name() === 'advise')!;
  advise.action((_: string[], flags: AdviseFlags) => void asked.push(flags));
  await program.parseAsync(pasted(command, {}), { from: 'user' });
  const { networks, browser, reading } = adviseSettings(asked[0]!);
  assert.deepEqual(
    networks.map(({ name }) => name),
    ['3g', 'office', 'home'],
  );
  assert.deepEqual([browser, reading.insecure], ['node', true]);
});

test('a token in a path is a variable, and each of several secrets has its own', () => {
  const [a, b] = ['d41d8cd98f00b204e9800998ecf8427e', 'd41d8cd98f00b204e9800998ecf8427f'];
  const url = `http://localhost/${a}/orders/${b}?key=1&key=2`;
  const { command, variables } = adviseCommand(url, {});
  assert.deepEqual(variables, ['SEGMENT', 'SEGMENT_2', 'KEY', 'KEY_2']);
  const env = { SEGMENT: a!, SEGMENT_2: b!, KEY: '1', KEY_2: '2' };
  assert.equal(pasted(command, env)[1], url);
});

test('a session in a path, and a token without a name, are variables too', () => {
  const [session, token] = ['1A530637289A03B07199A44E8D531427', 'd41d8cd98f00b204e9800998ecf8427e'];
  const url = `http://localhost/orders;jsessionid=${session};v=2/all?${token}&a=1`;
  const { command, variables } = adviseCommand(url, {});
  assert.deepEqual(variables, ['JSESSIONID', 'QUERY']);
  assert.doesNotMatch(command, /…/);
  assert.equal(pasted(command, { JSESSIONID: session!, QUERY: token! })[1], url);
});
