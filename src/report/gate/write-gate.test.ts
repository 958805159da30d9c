// What is written of a gate, read by others than what wrote it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marked, type Tokens } from 'marked';
import { readAnnotations, readJunit } from '../../../test/support/ci/readers.ts';
import type { JudgedRule, RuleVerdict } from '../../summary/gate/judged-rules.ts';
import { PLAIN_LOOK } from '../report.ts';
import type { GateFormat } from './gate-formats.ts';
import type { GateReport } from './gate-words.ts';
import { gateText } from './write-gate.ts';

const NASTY = '</script><img src=x onerror=alert(1)>|"]]>\u0007&<b>@all';

function rule(verdict: RuleVerdict, line: number, more: Partial<JudgedRule['rule']> = {}): JudgedRule {
  const interval = verdict === 'kept' ? ([0.99, 1.01] as const) : ([1.04, 1.31] as const);
  return {
    rule: {
      says: `total slower: ${line}%, network 4g`,
      item: 'total',
      limit: { kind: 'grows', share: line / 100 },
      level: 'fail',
      where: {},
      line,
      ...more,
    },
    verdict,
    checks: [
      {
        base: 'json base',
        head: 'json head',
        verdict,
        figure: 1.17,
        interval,
        because: '',
        moreTimeHelps: verdict === 'undecided',
        holdsLimit: verdict === 'undecided',
      },
    ],
  };
}

function report(rules: readonly JudgedRule[], more: Partial<GateReport> = {}): GateReport {
  const outcome = rules.some(({ verdict }) => verdict === 'broken') ? 'broken' : 'undecided';
  return {
    name: 'shop',
    file: 'base/gate.yaml',
    base: 'main',
    head: 'change',
    judged: { verdict: outcome, rules, failures: [] },
    undecided: 'fail',
    outcome,
    headFails: [],
    endedEarly: [],
    notes: [],
    record: 'runs/1',
    ...more,
  };
}

const mixed = report([
  rule('kept', 4),
  rule('broken', 5),
  rule('undecided', 6),
  rule('broken', 7, { level: 'warn' }),
]);

test('GitHub reads an annotation for each rule that is not kept, at its line, errors first', async () => {
  const text = await gateText('github', mixed, PLAIN_LOOK);
  assert.match(text, /\nGate shop: broken\. change beside main: of 4 rules 2 broken, 1 undecided, 1 kept\n/);
  const read = readAnnotations(text);
  assert.deepEqual(
    read.map(({ command, properties: { line } }) => `${command} ${line}`),
    ['error 5', 'error 6', 'warning 7'],
  );
  assert.deepEqual(read[0], {
    command: 'error',
    properties: { file: 'base/gate.yaml', line: '5', title: 'broken: total slower: 5%, network 4g' },
    message: 'json head: +17.0 %, ratio [1.04, 1.31]',
  });
});

test('which limit would have been kept is told where nothing but the interval leaves a rule open', async () => {
  const undecided = rule('undecided', 6);
  const kept = /total slower: 31% would have been kept \(total\s+slower: 6%, network 4g\)/;
  assert.match(await gateText('terminal', report([undecided]), PLAIN_LOOK), kept);
  const few = {
    ...undecided,
    checks: undecided.checks.map((check) => ({
      ...check,
      because: 'fewer than four sessions',
      holdsLimit: false,
    })),
  };
  const text = await gateText('terminal', report([few]), PLAIN_LOOK);
  assert.match(text, /fewer than four sessions/);
  assert.doesNotMatch(text, /would have been kept/);
});

test('where undecided rules pass, none of them fails, whatever is broken beside it', async () => {
  const passing = report([rule('broken', 5), rule('undecided', 6)], { undecided: 'pass' });
  const read = readAnnotations(await gateText('github', passing, PLAIN_LOOK));
  assert.deepEqual(
    read.map(({ command, properties: { line } }) => `${command} ${line}`),
    ['error 5', 'warning 6'],
  );
  assert.deepEqual(
    readJunit(await gateText('junit', passing, PLAIN_LOOK)).map(({ failure }) => failure),
    ['broken', null],
  );
});

test('undecided: pass is advised where it would let something through', async () => {
  const advised = /undecided:\s+pass\s+lets\s+it\s+through/;
  const text = (rules: readonly JudgedRule[], more: Partial<GateReport> = {}) =>
    gateText('terminal', report(rules, more), PLAIN_LOOK);
  assert.match(await text([rule('undecided', 6)]), advised);
  assert.doesNotMatch(await text([rule('undecided', 6)], { undecided: 'pass' }), advised);
  const warning = await text([rule('undecided', 6, { level: 'warn' })], { outcome: 'kept' });
  assert.match(warning, /What is undecided takes more time \(budget\)/);
  assert.doesNotMatch(warning, advised);
});

test('where no time decides it, nobody is told to spend more', async () => {
  const undecided = rule('undecided', 6);
  const because = 'base was measured more than a day before or after: measure base beside head';
  const checks = undecided.checks.map((check) => ({
    ...check,
    because,
    moreTimeHelps: false,
    holdsLimit: false,
  }));
  const text = await gateText('md', report([{ ...undecided, checks }]), PLAIN_LOOK);
  assert.match(text, /measure base beside head/);
  assert.doesNotMatch(text, /more time/);
  assert.match(text, /\n\nundecided: pass lets through what is undecided\.\n/);
  const unmeasured = checks.map((check) => ({ ...check, figure: null, interval: null }));
  const held = report([{ ...undecided, checks: unmeasured }], { undecided: 'pass' });
  assert.match(
    await gateText('md', held, PLAIN_LOOK),
    /undecided: pass lets no rule through of which a cell was not measured\./,
  );
});

test('a rule about bytes shows those of both sides, and no share above nothing as nothing', async () => {
  const seen = (mean: number, varies = 0) => ({ mean, least: mean - varies, most: mean + varies });
  const text = async (base: number, head: number, varies = 0) => {
    const ofSize = rule('broken', 0, { item: 'size' });
    const bytes = { base: seen(base), head: seen(head, varies) };
    const checks = ofSize.checks.map((check) => ({ ...check, figure: head / base, interval: null, bytes }));
    return (await gateText('terminal', report([{ ...ofSize, checks }]), PLAIN_LOOK)).replace(/\s+/g, ' ');
  };
  assert.match(await text(12_345, 12_346), /json head: \+0\.008 %, 12 345 → 12 346 B/);
  assert.match(await text(12_345, 12_345), /json head: the same, 12 345 B/);
  assert.match(await text(5_000, 5_500, 3), /json head: \+10\.0 %, 5 000 → 5 500 \(5 497 to 5 503\) B/);
});

test('of many rules ten annotations are made at most, and the last says how many more there are', async () => {
  const many = report(Array.from({ length: 30 }, (_, i) => rule('broken', i + 1)));
  const read = readAnnotations(await gateText('github', many, PLAIN_LOOK));
  assert.equal(read.length, 10);
  assert.equal(read[9]!.properties.title, 'and 21 more, which the summary has');
});

test('nothing that somebody wrote becomes a command of its own', async () => {
  const says = 'a,line=1::\n::set-output name=x::y\r::error::z % %0A';
  const read = readAnnotations(await gateText('github', report([rule('broken', 5, { says })]), PLAIN_LOOK));
  assert.deepEqual(
    read.map(({ command, properties }) => [command, properties.title]),
    [['error', `broken: ${says}`]],
  );
});

test('what a head says is no command to GitHub, wherever it stands, and no end of what is none', async () => {
  const evil = ['x', '::error file=a.ts,line=1::owned', '::add-mask::a', '::stop-commands::y'].join('\n');
  const failed = report([rule('broken', 5)], { headFails: [evil, '::y::'] });
  const text = await gateText('github', failed, PLAIN_LOOK);
  assert.match(text, /owned/);
  assert.deepEqual(
    readAnnotations(text).map(({ properties: { title } }) => title),
    ['head cannot be measured', 'broken: total slower: 5%, network 4g'],
  );
  const word = /^::stop-commands::(\w{32})\n/.exec(text)![1]!;
  assert.equal(text.split(`::${word}::`).length, 2);
  const other = await gateText('github', report([rule('broken', 6)]), PLAIN_LOOK);
  assert.ok(!other.includes(word));
});

test('JUnit has a case for each rule, by an XML parser and the schema of Jenkins', async () => {
  const cases = readJunit(await gateText('junit', mixed, PLAIN_LOOK));
  assert.deepEqual(
    cases.map(({ name, classname, failure }) => [classname, name.slice(0, 15), failure]),
    [
      ['shop', 'total slower: 4', null],
      ['shop', 'total slower: 5', 'broken'],
      ['shop', 'total slower: 6', 'undecided'],
      ['shop', 'total slower: 7', null],
    ],
  );
  assert.match(cases[1]!.text, /^json head: \+17\.0 %, ratio \[1\.04, 1\.31\]$/);
  const failed = report([rule('undecided', 4)], {
    headFails: ['head did not start', 'PORT=1 npm start'],
    record: null,
  });
  const [head, ...rules] = readJunit(await gateText('junit', failed, PLAIN_LOOK));
  assert.deepEqual(
    [head!.name, head!.failure, head!.text],
    ['head can be measured', 'broken', 'head did not start\nPORT=1 npm start'],
  );
  assert.deepEqual(
    rules.map(({ failure }) => failure),
    [null],
  );
  const nasty = report([rule('broken', 5, { says: NASTY })], { name: NASTY, head: NASTY });
  assert.equal(readJunit(await gateText('junit', nasty, PLAIN_LOOK))[0]!.name, NASTY.replace('\u0007', ' '));
});

test('of a gate that ended early what was broken until then fails, and what was open does not', async () => {
  const early = report([rule('broken', 4), rule('undecided', 5), rule('kept', 6)], {
    outcome: 'failed',
    endedEarly: ['the target base ended with code 3'],
  });
  assert.deepEqual(
    readJunit(await gateText('junit', early, PLAIN_LOOK)).map(({ name, failure }) => [
      name.slice(0, 16),
      failure,
    ]),
    [
      ['the gate is meas', 'failed'],
      ['total slower: 4%', 'broken'],
      ['total slower: 5%', null],
      ['total slower: 6%', null],
    ],
  );
  const read = readAnnotations(await gateText('github', early, PLAIN_LOOK));
  assert.deepEqual(
    read.map(({ command, properties: { title } }) => `${command} ${title}`),
    ['error it ended early', 'error broken: total slower: 4%, network 4g'],
  );
  const md = await gateText('md', early, PLAIN_LOOK);
  assert.match(
    md,
    /^\*\*Gate shop: failed\. change beside main: it ended early; until then, of 3 rules 1 broken, 1 undecided, 1 kept\.\*\*\n\nthe target base ended with code 3\n/,
  );
});

test('exchanges that failed are told in every format, and fail a test where head fails more of them', async () => {
  const failed = (finding: 'more' | 'once' | 'chance') => ({
    base: 'json base',
    head: 'json head',
    ofBase: { failed: 2, exchanges: 400, reason: 'no answer' },
    ofHead: { failed: 31, exchanges: 400, reason: `the target answered 503 ${NASTY}` },
    finding,
  });
  const text = (finding: 'more' | 'once' | 'chance', more: Partial<GateReport> = {}) => {
    const rules = [rule(finding === 'chance' ? 'kept' : 'undecided', 4)];
    const outcome = finding === 'chance' ? 'kept' : 'undecided';
    const judged = { verdict: outcome, rules, failures: [failed('chance'), failed(finding)] } as const;
    return (format: GateFormat) => gateText(format, report(rules, { judged, outcome, ...more }), PLAIN_LOOK);
  };
  const says = (written: string) => written.replace(/\s+/g, ' ');
  const formats = ['terminal', 'github', 'md', 'html', 'junit', 'json'] as const;
  for (const format of formats) {
    const written = says(await text('chance')(format));
    assert.match(written, /the target answered 503/, format);
    if (format !== 'json') assert.match(written, /31 of 400.*2 of 400: no answer.*chance allows/, format);
    if (format === 'html') assert.doesNotMatch(written, /<(script|img|b)\b/);
  }
  // The worst first.
  assert.match(
    says(await text('once')('terminal')),
    /nearly all at one time\).*no more than chance allows\)/,
  );
  const told = async (finding: 'more' | 'once' | 'chance', more?: Partial<GateReport>) =>
    readJunit(await text(finding, more)('junit'))
      .filter(({ name }) => name === 'no more exchanges of head fail than of base')
      .map(({ failure }) => failure);
  assert.deepEqual(await told('more', { outcome: 'broken', headFails: ['x'] }), ['broken']);
  assert.deepEqual(await told('once'), ['undecided']);
  assert.deepEqual(await told('once', { undecided: 'pass' }), ['undecided']);
  const passing = await text('once', { undecided: 'pass' })('terminal');
  assert.match(says(passing), /undecided: pass lets no head through that failed more often than base\./);
  assert.doesNotMatch(passing, /; undecided: pass lets it through/);
  assert.deepEqual(await told('chance'), [null]);
  const ofWarning = report([rule('kept', 4)], {
    outcome: 'kept',
    judged: {
      verdict: 'kept',
      rules: [rule('kept', 4)],
      failures: [{ ...failed('more'), isOfWarning: true }],
    },
  });
  assert.match(
    says(await gateText('terminal', ofWarning, PLAIN_LOOK)),
    /\(more than chance allows; only warnings are about it, so this fails nothing\)/,
  );
  const [ofFailed] = readJunit(await gateText('junit', ofWarning, PLAIN_LOOK));
  assert.deepEqual(
    [ofFailed!.name, ofFailed!.failure],
    ['no more exchanges of head fail than of base', null],
  );
  assert.deepEqual(readJunit(await gateText('junit', mixed, PLAIN_LOOK)).length, 4);
});

test('notes stand in every format, fail nothing and are no markup', async () => {
  const noted = report([rule('kept', 4)], {
    outcome: 'kept',
    notes: [`head answers something else: ${NASTY}`],
  });
  for (const format of ['terminal', 'github', 'md', 'html', 'junit', 'json'] as const) {
    const text = await gateText(format, noted, PLAIN_LOOK);
    assert.match(text, /head answers something else/, format);
    if (format === 'html') assert.doesNotMatch(text, /<(script|img|b)\b/);
  }
  const cases = readJunit(await gateText('junit', noted, PLAIN_LOOK));
  assert.deepEqual(
    cases.map(({ failure }) => failure),
    [null],
  );
  const parsed = marked.parse(await gateText('md', noted, PLAIN_LOOK), { async: false });
  assert.doesNotMatch(parsed, /<(script|img|b)\b/);
});

test('a warning that is not measured is told in every format with its reason, and fails nothing', async () => {
  const says = 'decode slower: 10%, warn';
  const warning = rule('kept', 7, { level: 'warn', says });
  const unmeasured = 'needs the link: no namespaces';
  const rules = [rule('kept', 4), { ...warning, verdict: 'not measured' as const, checks: [], unmeasured }];
  const kept = report(rules, { outcome: 'kept' });
  for (const format of ['terminal', 'github', 'md', 'html', 'junit', 'json'] as const) {
    const text = (await gateText(format, kept, PLAIN_LOOK)).replace(/\s+/g, ' ');
    assert.match(text, /not measured/, format);
    assert.match(text, /needs the link: no namespaces/, format);
    if (format !== 'json') assert.doesNotMatch(text, /undecided/, format);
  }
  const terminal = await gateText('terminal', kept, PLAIN_LOOK);
  assert.match(terminal, /of 2 rules 1 not measured, 1 kept\n/);
  assert.match(terminal, /\n {2}not measured {2}decode slower: 10%, warn\n {4}needs the link/);
  assert.deepEqual(
    readJunit(await gateText('junit', kept, PLAIN_LOOK)).map(({ failure, skipped }) => [failure, skipped]),
    [
      [null, null],
      [null, unmeasured],
    ],
  );
  assert.deepEqual(
    readAnnotations(await gateText('github', kept, PLAIN_LOOK)).map(({ command, properties: { title } }) => [
      command,
      title,
    ]),
    [['warning', `not measured: ${says}`]],
  );
});

test('Markdown has a row for each rule, by a parser of CommonMark with GitHub’s tables', async () => {
  const [lead, table] = marked
    .lexer(await gateText('md', mixed, PLAIN_LOOK))
    .filter(({ type }) => type !== 'space');
  assert.match(lead!.raw, /^\*\*Gate shop: broken/);
  assert.equal(table!.type, 'table');
  const rows = (table as Tokens.Table).rows.map((row) => row.map(({ text }) => text));
  assert.deepEqual(
    rows.map(([outcome]) => outcome),
    ['kept', '**broken**', '**undecided**', '**broken**'],
  );
  assert.ok(rows.every((row) => row.length === 3));
  const nasty = report([rule('broken', 5, { says: NASTY })], { head: NASTY });
  const parsed = marked.parse(await gateText('md', nasty, PLAIN_LOOK), { async: false });
  assert.doesNotMatch(parsed, /<(script|img|b)\b/);
  assert.equal((parsed.match(/<tr>/g) ?? []).length, 2);
});

test('a comment stays shorter than GitHub takes, and what is kept is left out first', async () => {
  const says = (i: number) => `total slower: 5%, dataset ${'long-name-'.repeat(90)}${i}`;
  const many = Array.from({ length: 100 }, (_, i) =>
    rule(i === 99 ? 'broken' : 'kept', i + 1, { says: says(i) }),
  );
  const text = await gateText('md', report(many), PLAIN_LOOK);
  assert.ok(text.length <= 60_000, `${text.length}`);
  assert.ok(text.includes(says(99).slice(-20)));
  assert.match(text, /And \d+ rules more: the job's log has them\./);
});

test('in a page nothing of a gate is markup, and no line of a terminal is too long', async () => {
  const nasty = report([rule('broken', 5, { says: NASTY })], { name: NASTY, headFails: [NASTY] });
  const page = await gateText('html', nasty, PLAIN_LOOK);
  assert.doesNotMatch(page, /<(script|img|b)\b/);
  const terminal = await gateText('terminal', mixed, { ...PLAIN_LOOK, columns: 80 });
  for (const line of terminal.split('\n')) assert.ok(line.length <= 80, line);
});
