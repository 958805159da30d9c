import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { WARNING_TOPICS, WARNINGS } from './catalogue.ts';
import type { WarningDeclaration } from './declaration.ts';
import { warningsReferencePage } from './reference-page.ts';
import { raise } from './warning.ts';

const SOURCES = join(import.meta.dirname, '..', '..');

/** Texts of the files that raise warnings, without what only reads a bound. */
function raisingSources(): readonly string[] {
  return globSync('**/*.ts', { cwd: SOURCES })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith(join('base', 'warnings')))
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .filter((text) => /import \{[^}]*\braise\b[^}]*\} from '[^']*base\/warnings\/warning\.ts'/.test(text))
    .map((text) => text.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '').replaceAll(/WARNINGS\[[^\]]*\]/g, ''));
}

test('every kind that is declared is raised somewhere', () => {
  const sources = raisingSources();
  assert.ok(sources.length > 5, 'the files that raise warnings were not found');
  const isRaised = (kind: string) => sources.some((text) => text.includes(`'${kind}'`));
  assert.deepEqual(
    Object.keys(WARNINGS).filter((kind) => !isRaised(kind)),
    [],
  );
  assert.ok(!isRaised('nobody-raises-this'));
});

test('a kind stands in one topic only, and each topic is in the list of all', () => {
  const kinds = WARNING_TOPICS.flatMap((topic) => Object.keys(topic.kinds));
  assert.deepEqual(kinds.toSorted(), Object.keys(WARNINGS).toSorted());
});

test('a warning has the declared advice unless more is known, and none where nothing can be done', () => {
  assert.deepEqual(Object.entries(raise('hidden-page', 'seen', { session: 2 })), [
    ['kind', 'hidden-page'],
    ['what', 'seen'],
    ['advice', WARNINGS['hidden-page'].advice],
    ['session', 2],
  ]);
  assert.equal(raise('few-sessions', 'seen', { advice: 'more of them' }).advice, 'more of them');
  assert.equal(raise('session-failed', 'seen').advice, '');
  assert.equal(raise('session-failed', 'seen').session, null);
  // @ts-expect-error: a kind that nobody declared does not compile.
  assert.throws(() => raise('made-up', 'seen'), TypeError);
});

test('the reference page explains each kind in sentences, with its bound, in lines of at most 110', () => {
  const page = warningsReferencePage();
  for (const [kind, { when, means, toDo }] of Object.entries<WarningDeclaration>(WARNINGS)) {
    assert.ok(page.includes(`\n### ${kind}\n\nIt is raised if `), kind);
    assert.doesNotMatch(when, /\.$/, `${kind}: when completes a sentence`);
    for (const text of [means, toDo]) assert.match(text, /^[A-Z].*\.$/, `${kind}: ${text}`);
  }
  assert.match(page.replaceAll('\n', ' '), /waited for a processor that others had for more than 10 %/);
  assert.deepEqual(
    page.split('\n').filter((line) => line.length > 110),
    [],
  );
});
