import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserError } from '../../base/errors.ts';
import { parseGate } from './gate-file.ts';

function gate(rules: string, rest = 'base: node, head: ./mine'): string {
  return `gate: {${rest}, rules: [${rules}]}\n`;
}

function refused(text: string): string {
  try {
    parseGate(text, 'gate.yaml');
  } catch (thrown) {
    assert.ok(thrown instanceof UserError, String(thrown));
    return thrown.message;
  }
  return assert.fail('nothing was refused');
}

test('rules are read with their items, limits, levels and cells', () => {
  const text = `gate:
  base: node
  head: ../mine
  dataset: video
  n: [10, 100]
  budget: 90s
  undecided: pass
  rules:
    - {item: bytes, grows: 1%}
    - {item: total, network: [4g, 3g], above: 400ms}
    - {item: decode, slower: 10 %, level: warn}
    - {item: headers, above: 1kB}
`;
  const { rules, rulesAt, lineOf, ...others } = parseGate(text, 'gate.yaml');
  assert.equal(lineOf(['gate', 'rules', 1, 'network']), 10);
  assert.deepEqual(others, {
    base: { kind: 'target', typed: 'node' },
    head: { kind: 'target', typed: '../mine' },
    study: null,
    dataset: 'video',
    n: [10, 100],
    browser: null,
    budget: '90s',
    rate: null,
    undecided: 'pass',
    headFails: 'error',
  });
  assert.deepEqual(rulesAt, [0, 1, 2, 3]);
  assert.deepEqual(rules, [
    {
      says: 'bytes grows: 1%',
      item: 'size',
      limit: { kind: 'grows', share: 0.01 },
      level: 'fail',
      where: {},
      line: 9,
    },
    {
      says: 'total above: 400ms, network 4g or 3g',
      item: 'total',
      limit: { kind: 'above', value: 400 },
      level: 'fail',
      where: { network: ['4g', '3g'] },
      line: 10,
    },
    {
      says: 'decode slower: 10 %, warn',
      item: 'decode',
      limit: { kind: 'grows', share: 0.1 },
      level: 'warn',
      where: {},
      line: 11,
    },
    {
      says: 'headers above: 1kB',
      item: 'headers',
      limit: { kind: 'above', value: 1000 },
      level: 'fail',
      where: {},
      line: 12,
    },
  ]);
});

test('a side may be a command with what it is asked, or a record', () => {
  const rest =
    'base: {record: ../runs/a}, head: {command: npm start, url: "http://localhost:3000/api", cwd: ../b}';
  const { base, head } = parseGate(gate('{item: total, slower: 5%}', rest), 'gate.yaml');
  assert.deepEqual(base, { kind: 'record', folder: '../runs/a' });
  assert.deepEqual(head, {
    kind: 'command',
    command: ['npm start'],
    url: 'http://localhost:3000/api',
    cwd: '../b',
  });
});

test('what is left out has its usual value', () => {
  const { n, undecided, budget, study, dataset } = parseGate(gate('{item: total, slower: 5%}'), 'gate.yaml');
  assert.deepEqual([n, undecided, budget, study, dataset], [[1000], 'fail', null, null, null]);
});

test('of data that are one answer to a call, n is one where nobody says it', () => {
  const call = 'dataset: transit-getroute-simple';
  const rule = (where: string) => `{item: total, slower: 5%, procedure: call, ${where}}`;
  const sides = 'base: node, head: ./mine';
  const numbers = (text: string) => parseGate(text, 'gate.yaml').n;
  assert.deepEqual(numbers(gate(rule('network: 4g'), `${sides}, ${call}`)), [1]);
  assert.deepEqual(numbers(gate(rule(call))), [1]);
  assert.deepEqual(numbers(gate(`${rule(call)}, ${rule('dataset: book')}`)), [1000]);
  assert.deepEqual(numbers(gate(rule('network: 4g'))), [1000]);
});

const WRONG: readonly (readonly [text: string, says: RegExp])[] = [
  ['', /has no gate: base, head and rules stand under the key gate/],
  [
    'gate: {bas: node, head: x, rules: [{item: total, slower: 5%}]}',
    /gate\.bas: unknown key "bas".*did you mean base\?/,
  ],
  ['gate: {head: x, rules: [{item: total, slower: 5%}]}', /gate\.base: is missing/],
  [gate('', 'base: a, head: b'), /gate\.rules: is missing: a list of rules/],
  [gate('{item: totl, slower: 5%}'), /rules\[0\]\.item: unknown item "totl".*did you mean total\?/],
  [gate('{item: total, slowr: 5%}'), /rules\[0\]\.slowr: unknown key.*did you mean slower\?/],
  [gate('{item: total, slower: 5}'), /rules\[0\]\.slower: 5 is not a percentage with its sign, such as 5%/],
  [
    gate('{item: totl, slower: 5}'),
    /unknown item "totl"[\s\S]*rules\[0\]\.slower: 5 is not a percentage with its sign/,
  ],
  [gate('{item: total, slower: -5%}'), /"-5%" asks head to be better than base: 0% asks it to be no worse/],
  [gate('{item: total, slower: 5%}', 'base: a, head: b, n: 20000000'), /gate\.n: 20000000 is not a whole/],
  [gate('{item: total, slower: 5%, n: [10, 0]}'), /gate\.rules\[0\]\.n: 0 is not a whole number from 1 to/],
  [gate('{item: total, slower: 5%, n: many}'), /gate\.rules\[0\]\.n: "many" is not a whole number/],
  [gate('{item: total, slower: 5%, format: []}'), /rules\[0\]\.format: is an empty list; name at least one/],
  [gate('{item: total}'), /rules\[0\]: names no limit: one of slower and above/],
  [
    gate('{item: total, slower: 5%, above: 4ms}'),
    /rules\[0\]: has two limits, slower and above: a rule has one/,
  ],
  [gate('{item: bytes, slower: 5%}'), /bytes do not get slower \(did you mean grows\?\)/],
  [gate('{item: encode, grows: 5%}'), /a time does not grow \(did you mean slower\?\)/],
  [gate('{item: total, above: 400}'), /400 is not a time with its unit, such as 400ms/],
  [gate('{item: bytes, above: 4ms}'), /"4ms" is not bytes with their unit, such as 20kB/],
  [
    gate('{item: total, slower: 5%, level: error}'),
    /rules\[0\]\.level: unknown word "error" \(allowed: fail, warn/,
  ],
  [
    gate('{item: total, slower: 5%}, {item: total, slower: 9%}'),
    /rules\[1\]: contradicts or repeats the rule of line \d+: total slower: 5%/,
  ],
  [
    gate('{item: total, network: [4g], slower: 5%}, {item: total, network: 4g, slower: 9%}'),
    /rules\[1\]: contradicts or repeats the rule of line \d+: total slower: 5%, network 4g/,
  ],
  [
    gate(
      '{item: total, n: [10, 100], network: [4g, 3g], slower: 5%}, {item: total, network: [3g, 4g, 3g], n: ["100", 10], slower: 9%}',
    ),
    /rules\[1\]: contradicts or repeats the rule of line \d+: total slower: 5%/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: "https://u:pw@a.example", head: b, study: q'),
    /^gate\.yaml:1: gate\.study: a URL and study contradict each other[^@]*$/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: "https://a.example", head: b, n: [1, 2]'),
    /gate\.n: has several numbers, and a URL has one answer/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: {comand: x}, head: b'),
    /unknown key "comand".*did you mean command\?/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: {command: [], url: "http://localhost/"}, head: b'),
    /gate\.base\.command: \[\] is no command/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: {command: x}, head: b'),
    /gate\.base\.url: is missing: what is asked/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: {command: x, url: "http://u:pw@a.example/"}, head: b'),
    /^gate\.yaml:1: gate\.base\.url: is not of this machine[^@]*$/,
  ],
  ...['http://localhost:{port}/api', 'http://localhost:99999/', `http://localhost:\${PORT}/api`].map(
    (url) =>
      [
        gate('{item: total, slower: 5%}', `base: "${url}", head: b`),
        /^gate\.yaml:1: gate\.base: what stands here cannot be read as a URL$/,
      ] as const,
  ),
  [gate('{item: total, slower: 5%}', 'base: a, head: {record: runs/x}'), /gate\.head\.record: is for base/],
  [
    gate('{item: total, slower: 5%}', 'base: {record: r}, head: b, n: 3'),
    /gate\.n: a record and n contradict each other/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: 5, head: b'),
    /gate\.base: 5 is no server: a target, a URL, or \{command/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: "http://a", head: b, rate: often'),
    /gate\.rate: "often" is not a number of requests in a time, at most 1000\/s, such as 20\/s/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: "http://a", head: b, rate: 5'),
    /gate\.rate: 5 is not a number of requests in a time/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: a, head: b, rate: 5/s'),
    /gate\.rate: is for URLs and commands: a target is asked as often as it answers/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: a, head: b, headFails: fail'),
    /gate\.headFails: unknown word "fail" \(allowed: error, broken/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: "http://a", head: "http://b", n: 3'),
    /gate\.n: a URL and n contradict each other/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: a, head: b, study: q, dataset: book'),
    /gate\.dataset: study and dataset contradict/,
  ],
  [gate('{item: total, slower: 5%}', 'base: a, head: b, n: many'), /gate\.n: "many" is not a whole number/],
  [
    gate('{item: total, slower: 5%}', 'base: a, head: b, budget: 5'),
    /gate\.budget: 5 is not a duration with its unit/,
  ],
  [
    gate('{item: total, slower: 5%}', 'base: a, head: b, budget: soon'),
    /"soon" is not a duration with its unit/,
  ],
];

for (const [text, says] of WRONG) {
  test(`refused with its reason: ${text.replace('\n', '')}`, () => assert.match(refused(text), says));
}

test('all that is wrong is told at once, with its line', () => {
  const what = refused(
    'gate:\n  base: a\n  head: b\n  rules:\n    - {item: size}\n    - {item: totl, slower: 5%}\n',
  );
  assert.match(what, /gate\.yaml:5: gate\.rules\[0\]: names no limit/);
  assert.match(what, /gate\.yaml:6: gate\.rules\[1\]\.item: unknown item/);
});
