// What a study file gets that is not YAML: each row is a text and the messages it must get, one for each
// cause.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GOOD, HEAD, problemsOf } from '../../../test/support/studies/mistaken-study.ts';

const REST = 'question: Which?\nfactors: {n: 1, format: json}\n';

const MISTAKES: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  [
    'a title with a colon',
    `study: mine\ntitle: Mine: the first\n${REST}`,
    ['f:2:8: a text with a colon in it needs quotes: "Mine: the first"'],
  ],
  [
    'a title with a colon in curly quotes, which YAML does not know',
    `study: mine\ntitle: “Mine: the first” # good\n${REST}`,
    ['f:2:8: a text with a colon in it needs quotes: "Mine: the first"'],
  ],
  [
    'colons in two texts, and a misspelt key',
    'study: mine\ntitle: Mine: the first\nquestion: Which: a: b or c?\nfactors: {n: 1, formt: json}\n',
    [
      'f:2:8: a text with a colon in it needs quotes: "Mine: the first"',
      'f:3:11: a text with a colon in it needs quotes: "Which: a: b or c?"',
      'f:4: factors.formt: unknown key "formt" (did you mean format?)',
    ],
  ],
  [
    'a colon within brackets',
    `${HEAD}parts:\n  - {name: a, title: Formats: all, factors: {n: 1, format: json}}\n`,
    [
      'f:5:22: "Formats: all" is one value with a colon in it: a comma is missing, or quotes around a text with a colon',
    ],
  ],
  [
    'a forgotten comma',
    `${HEAD}factors: {n: 1 format: json}\n`,
    [
      'f:4:14: "1 format: json" is one value with a colon in it: a comma is missing, or quotes around a text with a colon',
    ],
  ],
  [
    'a comma forgotten after a list',
    `${HEAD}factors: {n: [1, 2] format: json}\n`,
    ['f:4:21: a comma is missing before format'],
  ],
  [
    'a comma too many',
    `${HEAD}factors: {n: [1,, 2], format: json}\n`,
    ['f:4:17: nothing stands before this comma: take it away, or name what is missing'],
  ],
  [
    'a bracket that stays open, at its own line',
    `${HEAD}factors:\n  n: [1, 2\n  format: json\nprotocol:\n  sessions: 3\n`,
    [
      'f:5:6: the bracket [ that opens here is not closed before line 6: close it with ], or indent what belongs in it',
    ],
  ],
  [
    'a brace that stays open',
    `${HEAD}factors: {n: 1, format: json\nprotocol: {sessions: 2}\n`,
    [
      'f:4:10: the bracket { that opens here is not closed before line 5: close it with }, or indent what belongs in it',
    ],
  ],
  [
    'a bracket open to the end of the file',
    `${HEAD}factors:\n  format: [json,\n    xml`,
    ['f:5:11: the bracket [ that opens here is not closed: add ]'],
  ],
  [
    'a bracket that another kind closes',
    `${HEAD}factors: {n: [1, 2}, format: json}\n`,
    ['f:4:19: } stands where ] is wanted: the [ of line 4 is still open'],
  ],
  [
    'a bracket that closes nothing',
    `${HEAD}factors: {n: 1, format: [json]}}\n`,
    ['f:4:32: } closes nothing: no bracket is open here'],
  ],
  [
    'a quote that stays open, at its own line',
    `study: mine\ntitle: "Mine\n${REST}`,
    ['f:2:8: the quote " that opens here is never closed'],
  ],
  [
    'a quote that only the next one closes',
    `study: mine\ntitle: "Mine\n  and "yours"\n${REST}`,
    ['f:2:8: the quote " that opens here is closed only in line 3: close it in its own line'],
  ],
  [
    'an apostrophe within single quotes',
    `study: mine\ntitle: 'What's mine'\n${REST}`,
    [
      `f:2:14: "s mine'" stands after the closing ': put all of the text between the quotes (an apostrophe within single quotes is written '')`,
    ],
  ],
  [
    'a text that goes on behind its quotes',
    `study: mine\ntitle: "Mine" and yours\n${REST}`,
    [
      'f:2:15: "and yours" stands after the closing ": put all of the text between the quotes (a quote within double quotes is written \\")',
    ],
  ],
  [
    'a backslash within double quotes',
    `study: mine\ntitle: "C:\\mine"\n${REST}`,
    ['f:2:11: \\m means nothing between double quotes: write \\\\ for a backslash, or take single quotes'],
  ],
  [
    'tabs, in one message',
    `${HEAD}factors:\n\tn: 1\n\tformat:\n\t\t- json\n`,
    ['f:5:1: is indented with a tab, as lines 6, 7 are; YAML takes spaces alone'],
  ],
  [
    'two tabs beneath a list',
    `${HEAD}factors:\n  n: 1\n  format:\n\t- json\n\t- xml\n`,
    ['f:7:1: is indented with a tab, as line 8 is; YAML takes spaces alone'],
  ],
  ['one tab', `${HEAD}\tfactors: x`, ['f:4:1: is indented with a tab; YAML takes spaces alone']],
  [
    'spaces out of a web page',
    `${HEAD}factors:\n\u00a0\u00a0n: 1\n\u00a0\u00a0format: json\n`,
    [
      'f:5:1: is indented with spaces that are no plain ones, as web pages and word processors have them: type them anew',
    ],
  ],
  [
    'texts that start with what means something in YAML',
    "study: mine\ntitle: @mine\nquestion: `Which`?\nsource: - x\nfactors: {n: 1, format: json}\nstandIns:\n  - '> 1'\nprotocol: {budget: %2}\n",
    [
      'f:2:8: a text that starts with @ needs quotes: "@mine"',
      'f:3:11: a text that starts with ` needs quotes: "`Which`?"',
      'f:4:9: a text that starts with - needs quotes: "- x"',
      'f:8:20: a text that starts with % needs quotes',
    ],
  ],
  [
    'a text that starts as a block of lines does',
    'study: mine\ntitle: > 5 ms\nquestion: ? Which\nfactors: {n: 1, format: json}\n',
    [
      'f:2:8: a text that starts with > needs quotes: "> 5 ms"',
      'f:3:11: a text that starts with ? needs quotes: "? Which"',
    ],
  ],
  [
    'what stands for something that is nowhere marked',
    'study: mine\ntitle: *mine\nquestion: Which?\nfactors: {n: *no, format: json}\n',
    [
      'f:2:8: *mine stands for what is marked &mine, and nothing above is; put a text that starts with * in quotes',
      'f:4:14: *no stands for what is marked &no, and nothing above is; put a text that starts with * in quotes',
    ],
  ],
  [
    'unknown tags',
    `study: mine\ntitle: !mine\n${REST}source: !!js/function x\n`,
    [
      'f:2:8: "!mine" is a tag of YAML that means nothing here: leave it out, or put a text that starts with ! in quotes',
      'f:5:9: "!!js/function" is a tag of YAML that means nothing here: leave it out, or put a text that starts with ! in quotes',
    ],
  ],
  [
    'a template that nobody filled in',
    `study: mine\ntitle: {{ title }}\n${REST}`,
    ['f:2:9: a bracket opens where a key is wanted; put a text that starts with a bracket in quotes'],
  ],
  [
    'colons without a space',
    `study:mine\ntitle: Mine\nquestion: Which?\nfactors:\n  n:1\n  format: json\nprotocol:\n  sessions:2\n`,
    [
      'f:1:1: a space is missing after the colon: study: mine',
      'f:5:3: a space is missing after the colon: n: 1',
      'f:7: protocol: "sessions:2" is not a group of keys: a space is missing after the colon',
    ],
  ],
  [
    'a colon that is missing before a group',
    `${HEAD}factors\n  n: 1\n  format: json\n`,
    ['f:4:1: a colon is missing after factors'],
  ],
  [
    'a colon that is missing before a value',
    `${HEAD}factors:\n  n 1\n  format: json\n`,
    ['f:5:3: "n 1" has no colon: it is neither a key with its value nor a part of the text above'],
  ],
  [
    'a line that is indented too deep',
    `${HEAD}factors:\n  n: 1\n   format: json\n`,
    [
      'f:6:1: is indented deeper than line 5, which has its value already: start both in the same column, or put a text of several lines in quotes',
    ],
  ],
  [
    'a line that is not indented enough',
    `${HEAD}factors:\n   n: 1\n  format: json\n`,
    ['f:6:3: starts in column 3, where no entry above starts: give all entries of a group the same column'],
  ],
  [
    'an item of a list beneath a value',
    `${HEAD}factors:\n  n: 1\n  format: json\n  - xml\n`,
    [
      'f:7:3: "- xml" is an item of a list, and the line above has a value already: give every item a line of its own, or put them all between [ and ]',
    ],
  ],
  [
    'a word among the items of a list',
    `${HEAD}factors:\n  n: 1\n  format:\n    - json\n    xml\n`,
    ['f:8:5: "xml" is neither an item of a list (- …) nor a key with its value (…: …)'],
  ],
  [
    'the same keys twice, and a misspelt word',
    `${GOOD}study: again\nprotocol:\n  seed: 1\n  sessions: two\n  seed: 2\n`,
    [
      'f:5:1: the key study is there twice: first in line 1',
      'f:9:3: the key seed is there twice: first in line 7',
      'f:8: protocol.sessions: "two" is not a whole number from 1 to 1000, such as 12',
    ],
  ],
  [
    'a second document',
    `${GOOD}---\n${GOOD}`,
    ['f:5:1: a second document starts here; a study is one YAML document'],
  ],
  [
    'a version of YAML that there is not',
    `%YAML 3.0\n---\n${GOOD}`,
    ['f:1:7: %YAML 3.0 is no version of YAML that is read here: leave the line out'],
  ],
];

describe('a study file that is not YAML', () => {
  for (const [what, text, expected] of MISTAKES) {
    it(`is told of ${what}`, () => {
      assert.deepEqual(problemsOf(text).toSorted(), expected.toSorted());
    });
  }

  it('may mark a value and repeat it, and have odd spaces within a text', () => {
    const text = `${HEAD.replace('Which?', '"Which?\n  \u00a0this"')}factors: {n: &many [1, 2], format: json}\nparts:\n  - {name: a, title: A, factors: {n: *many}}\n`;
    assert.deepEqual(problemsOf(text), []);
  });
});
