// What a mistaken study file gets: each row is a file and the messages it must get, all of them at once.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GOOD, HEAD, problemsOf } from '../../../test/support/studies/mistaken-study.ts';

const MISTAKES: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  ['an unknown key', `${GOOD}protocl: {}`, ['f:5: protocl: unknown key "protocl" (did you mean protocol?)']],
  [
    'an unknown key deep inside',
    `${GOOD}protocol:\n  sesions: 3`,
    ['f:6: protocol.sesions: unknown key "sesions" (did you mean sessions?)'],
  ],
  [
    'a design that there is not',
    `${GOOD}protocol: {design: predictd}`,
    ['f:5: protocol.design: unknown design "predictd" (did you mean predicted?)'],
  ],
  [
    'a design that has nothing to rest on, and leaves out what an index weighs',
    `${GOOD}protocol: {design: predicted, sessions: 1}\nindex: {weights: {encode: 1}}`,
    [
      'f:5: protocol.design: index and design: predicted contradict each other: index is of items that were measured in every cell; take one of the two away, or measure everything (design: full)',
      'f:5: protocol.design: 1 session and design: predicted contradict each other: what one session took says nothing of the next, so nothing could be predicted; leave sessions out, or ask for 4 or more',
    ],
  ],
  [
    'an unknown level of every factor',
    `${HEAD}factors:
  dataset: boook
  n: 1
  format: [jsn, json/JSON.pars]
  encoder: writr
  compression: gzip-12
  procedure: e7
  computation: cm9
  network: 5mbit
  browser: chrome
  target: nod`,
    [
      'f:5: factors.dataset: unknown dataset "boook" (did you mean book?)',
      'f:7: factors.format[0]: unknown format "jsn" (did you mean json?)',
      'f:7: factors.format[1]: unknown format "json/JSON.pars" (did you mean json/JSON.parse?)',
      'f:8: factors.encoder: unknown encoder "writr" (did you mean writer?)',
      'f:9: factors.compression: unknown compression "gzip-12" (did you mean gzip-1?)',
      'f:10: factors.procedure: unknown procedure "e7" (did you mean e1?)',
      'f:11: factors.computation: unknown computation "cm9" (did you mean cm1?)',
      'f:12: factors.network: unknown network "5mbit" (did you mean 10mbit?)',
      'f:13: factors.browser: unknown browser "chrome" (did you mean chromium?)',
      'f:14: factors.target: unknown target "nod" (did you mean node?)',
    ],
  ],
  [
    'compressions by other names than in HTTP',
    `${HEAD}factors: {n: 1, format: json, compression: [brotli, Brotli-4, brotli-9]}\nexclude: [{compression: brotli-5}]`,
    [
      'f:4: factors.compression[0]: unknown compression "brotli" (did you mean br?)',
      'f:4: factors.compression[1]: unknown compression "Brotli-4" (did you mean br-4?)',
      'f:4: factors.compression[2]: unknown compression "brotli-9"',
    ],
  ],
  [
    'values of the wrong type',
    `${HEAD}factors: {n: ten, format: 7}\nprotocol: {sessions: 1.5, budget: 60, margin: wide, precision: fine, warmup: -1}\nstandIns: x`,
    [
      'f:4: factors.n: "ten" is not a whole number from 1 to 10000000 or a list, such as 1000',
      'f:4: factors.format: 7 is not a text or a list, such as json',
      'f:5: protocol.sessions: 1.5 is not a whole number from 1 to 1000, such as 12',
      'f:5: protocol.budget: 60 is not a duration with its unit (ms, s, m or h), such as 2m',
      'f:5: protocol.margin: "wide" is not a share, in % or from 0 to 1, such as 2%',
      'f:5: protocol.precision: "fine" is not a share, in % or from 0 to 1, such as 10%',
      'f:5: protocol.warmup: -1 is not a number of exchanges, or a duration with its unit, such as 12',
      'f:6: standIns: "x" is not a list, such as ["Firefox 53: the installed Firefox"]',
    ],
  ],
  [
    'an empty factor',
    `${HEAD}factors: {n: [], format: json}`,
    ['f:4: factors.n: is an empty list; name at least one level'],
  ],
  [
    'numbers of objects out of range',
    `${HEAD}factors: {n: [0, 1000000000, 1.5, -1], format: json}`,
    [
      'f:4: factors.n[0]: 0 is not a whole number from 1 to 10000000',
      'f:4: factors.n[1]: 1000000000 is not a whole number from 1 to 10000000',
      'f:4: factors.n[2]: 1.5 is not a whole number from 1 to 10000000',
      'f:4: factors.n[3]: -1 is not a whole number from 1 to 10000000',
    ],
  ],
  [
    'levels named twice',
    `${HEAD}factors: {n: [1, 1], format: json, compression: [gzip, gzip-6]}`,
    [
      'f:4: factors.n[1]: 1 is there twice',
      'f:4: factors.compression[1]: gzip-6 is there twice: gzip means the same',
    ],
  ],
  [
    'the same cell in two parts',
    `${HEAD}parts:\n  - {name: a, title: A, factors: {n: [1, 2], format: json}}\n  - {name: b, title: B, factors: {n: 2, format: json}}`,
    ['f:6: parts[1]: has a cell of part a again (book n=2 json none e1); exclude it here or there'],
  ],
  [
    'two parts of one name',
    `${HEAD}parts:\n  - {name: a, title: A, factors: {n: 1, format: json}}\n  - {name: a, title: B, factors: {n: 2, format: json}}`,
    ['f:6: parts[1].name: two parts are named a'],
  ],
  [
    'a procedure without computation, and computations without procedure',
    `${HEAD}factors: {n: 1, format: json, procedure: [e1, e2], computation: none}`,
    ['f:4: factors.procedure[1]: e2 computes something: name a computation (cm1 to cm5) that goes with it'],
  ],
  [
    'a procedure that computes nothing, and computations alone',
    `${HEAD}factors: {n: 1, format: json, procedure: [e1, e3], computation: cm1}`,
    ['f:4: factors.procedure[0]: e1 computes nothing: name the computation none too, beside any others'],
  ],
  [
    'no computation among others, and procedures that compute alone',
    `${HEAD}factors: {n: 1, format: json, procedure: e3, computation: [none, cm1]}`,
    ['f:4: factors.computation[0]: none needs a procedure that computes nothing (e1, or call)'],
  ],
  [
    'a computation of a dataset that has none',
    `${HEAD}factors: {dataset: [book, file], n: 1, format: json, procedure: [e1, e3], computation: [none, cm1]}`,
    [
      'f:4: factors.procedure: e3: what is computed is sorting by properties that are published for book and video; with file go procedure e1 and computation none alone',
    ],
  ],
  [
    'a computation with e1 alone',
    `${HEAD}factors: {n: 1, format: json, computation: cm1}`,
    ['f:4: factors.computation: cm1 needs a procedure that computes (e2 to e5)'],
  ],
  [
    'no factors',
    HEAD,
    [
      'f:1: factors.n: is missing: name at least one level',
      'f:1: factors.format: is missing: name at least one level',
    ],
  ],
  [
    'far too many cells',
    `${HEAD}factors: {n: [${Array.from({ length: 20_001 }, (_, i) => i + 1)}], format: json}`,
    ['f:4: factors: makes 20001 cells; at most 20000 are allowed'],
  ],
  [
    'an exclusion that fits nothing',
    `${GOOD}exclude: [{n: 3}, {n: 1, format: protobuf}, {format: jsn}]`,
    [
      'f:5: exclude[0].n: no cell has n 3 (the cells have 1, 2)',
      'f:5: exclude[1].format: no cell has format protobuf (the cells have json, xml)',
      'f:5: exclude[2].format: unknown format "jsn" (did you mean json?)',
    ],
  ],
  [
    'looks, which files had once, and a precision that asks for nothing',
    `${GOOD}protocol: {looks: [4, 6], precision: 0%}`,
    [
      'f:5: protocol.looks: a run looks after 4, 6, 8, 11, … sessions, whatever the study says; take this line away',
      'f:5: protocol.precision: no interval is that narrow; from 0.1% to 100%, usual is 10%',
    ],
  ],
  [
    'an exclusion that leaves a level without cells',
    `${GOOD}exclude: [{n: 2}]`,
    ['f:4: factors.n[1]: no cell is left with n 2: the exclusions take all of them'],
  ],
  [
    'exclusions that leave nothing',
    `${GOOD}exclude: [{network: none}]`,
    ['f:5: exclude: the exclusions leave no cell'],
  ],
  [
    'shares and a budget out of range, and too few sessions for a precision',
    `${GOOD}protocol: {sessions: 3, margin: 60%, precision: 101%, confidence: 100%, budget: 1ms, warmup: 1s}`,
    [
      'f:5: protocol.margin: a margin above 50 % decides nothing; from 0% to 50%',
      'f:5: protocol.confidence: must be from 50% to 99.9%; usual is 95%',
      'f:5: protocol.budget: must be from 1s to 168h',
      'f:5: protocol.budget: leaves 0.333 ms for each session, which the warm-up of 1 s uses up',
      'f:5: protocol.precision: above 100 % nothing is asked; from 0.1% to 100%, usual is 10%',
      'f:5: protocol.sessions: 3 sessions and a precision contradict each other: with fewer than 4 sessions every answer is provisional; leave sessions out, ask for 4 or more, or take the precision away',
    ],
  ],
  [
    'a twin that is no cell',
    `${GOOD}protocol: {twin: {n: 7}}`,
    ['f:5: protocol.twin.n: no cell has n 7 (the cells have 1, 2)'],
  ],
  [
    'mistakes of shape and of meaning together',
    `study: My Study
title: ''
factors: {n: [1], format: [jsn, 3], browser: firefx}
protocol: {sessions: 0, warmup: 1h}`,
    [
      'f:1: study: "My Study" is not a name of small letters, digits, hyphens and dots, such as quick',
      'f:1: question: is missing: give a text, such as Which format is the fastest, and does gzip pay?',
      'f:2: title: is empty',
      'f:3: factors.format[1]: 3 is not a text',
      'f:3: factors.browser: unknown browser "firefx" (did you mean firefox?)',
      'f:4: protocol.sessions: 0 is not a whole number from 1 to 1000, such as 12',
    ],
  ],
  ['an empty file', '', ['f: is empty; a study has at least study, title, question and factors']],
  ['only a comment', '# nothing', ['f: is empty; a study has at least study, title, question and factors']],
  ['a list', '- a', ['f:1: ["a"] is not a Wirefare study']],
  ['plain prose', 'Dear program', ['f:1: "Dear program" is not a Wirefare study']],
  [
    'keys without a value, and texts that YAML reads as keys',
    `study: mine\ntitle: # later\nquestion: Which?\nfactors: {n: , format: json}\nstandIns:\n  - Firefox 53: the installed one\nprotocol:`,
    [
      'f:2: title: has no value: give a text, such as Books in three formats',
      'f:4: factors.n: has no value: give a whole number from 1 to 10000000 or a list, such as 1000',
      'f:6: standIns[0]: {"Firefox 53":"the installed one"} is not a text: put a text with a colon in it in quotes',
      'f:7: protocol: has no value: give a group of keys, such as {"budget":"2m","precision":"5%"}',
    ],
  ],
];

describe('a mistaken study file', () => {
  for (const [what, text, expected] of MISTAKES) {
    it(`is told of ${what}`, () => {
      const found = problemsOf(text);
      assert.deepEqual(found.toSorted(), expected.toSorted());
    });
  }
});
