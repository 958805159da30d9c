// What a study file gets whose claims, comparisons or weights are mistaken: each row is a file and the
// messages it must get, all of them at once.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GOOD, HEAD, problemsOf } from '../../../test/support/studies/mistaken-study.ts';

const MISTAKES: readonly (readonly [what: string, text: string, problems: readonly string[]])[] = [
  [
    'figures that there are not',
    `${HEAD}factors: {n: 1, format: [json, xml]}\nindicators: [sized, total]\nclaims: [{id: A, says: a, metric: decod, numerator: {format: xml}, denominator: {format: json}, published: 1}]`,
    [
      'f:5: indicators[0]: unknown figure "sized" (did you mean size?)',
      'f:6: claims[0].metric: unknown figure "decod" (did you mean decode?)',
    ],
  ],
  [
    'claims about bytes and times at once',
    `${HEAD}factors: {n: 1, format: [json, xml]}\nclaims:\n  - {id: A, says: a, metric: [size, decode], numerator: {format: xml}, denominator: {format: json}, published: 1}\n  - {id: B, says: b, metric: size, shareOf: total, numerator: {format: xml}, published: 0.5}\n  - {id: C, says: c, metric: decode, shareOf: size, numerator: {format: xml}, published: 0.5}`,
    [
      'f:6: claims[0].metric: bytes (size) and times do not add up',
      'f:7: claims[1].shareOf: total is a time, and bytes can be no share of it',
      'f:8: claims[2].shareOf: size is bytes, and a time can be no share of it',
    ],
  ],
  [
    'slopes of shares, of an index and of a single number',
    `${HEAD}factors: {n: [1, 2], format: [json, xml]}\nindex: {weights: {size: 1}}\nclaims:\n  - {id: A, says: a, slope: n, shareOf: total, metric: decode, numerator: {format: xml}, published: 0.5}\n  - {id: B, says: b, slope: n, metric: index, numerator: {format: xml}, denominator: {format: json}, published: 1}\n  - {id: C, says: c, slope: n, where: {n: 2}, numerator: {format: xml}, denominator: {format: json}, published: 1}`,
    [
      'f:7: claims[0].slope: a share has no slope: leave out shareOf, or this',
      'f:8: claims[1].slope: an index has no slope: its baseline grows too',
      'f:9: claims[2].slope: the numerator has a single n, and a slope needs two',
      'f:9: claims[2].slope: the denominator has a single n, and a slope needs two',
    ],
  ],
  [
    'a slope by what is no number',
    `${GOOD}claims: [{id: A, says: a, slope: bytes, numerator: {format: xml}, denominator: {format: json}, published: 1}]`,
    ['f:5: claims[0].slope: unknown number "bytes"'],
  ],
  [
    'weights that cannot be',
    `${GOOD}index:\n  weights: {sise: 1, decode: -5, size: x}\n  baseline: {format: jsn}`,
    [
      'f:6: index.weights.sise: unknown key "sise" (did you mean size?)',
      'f:6: index.weights.decode: -5 is not a number from 0 to 1000000, such as 40',
      'f:6: index.weights.size: "x" is not a number from 0 to 1000000, such as 40',
    ],
  ],
  [
    'weights that weigh nothing, and a baseline that no cell is',
    `${GOOD}index:\n  weights: {encode: 0, size: 0}\n  baseline: {format: protobuf}`,
    [
      'f:6: index.weights: no weight is above 0, so nothing counts',
      'f:7: index.baseline.format: no cell has format protobuf (the cells have json, xml)',
    ],
  ],
  [
    'no weights at all',
    `${GOOD}index: {weights: {}, baseline: {format: jsn}}`,
    [
      'f:5: index.weights: no weight is above 0, so nothing counts',
      'f:5: index.baseline.format: unknown format "jsn" (did you mean json?)',
    ],
  ],
  [
    'claims and tables of an index that the study does not have',
    `${GOOD}claims:\n  - {id: A, says: a, metric: index, numerator: {format: xml}, denominator: {format: json}, published: 2}\npublishedFigures:\n  - {title: T, part: runs, metrics: [size, index], rows: [{of: {format: xml}, figures: [1, 2]}]}`,
    [
      'f:6: claims[0].metric: the study weighs nothing: say what counts under the key index',
      'f:8: publishedFigures[0].metrics[1]: the study weighs nothing: say what counts under the key index',
      'f:8: publishedFigures[0].part: unknown part "runs"',
    ],
  ],
  [
    'claims about an index that cells do not share, or that is no share',
    `${GOOD}index: {weights: {size: 1}}\nclaims:\n  - {id: A, says: a, metric: index, numerator: {n: 2}, denominator: {n: 1}, published: 2}\n  - {id: B, says: b, metric: index, shareOf: total, numerator: {format: xml}, published: 2}`,
    [
      'f:7: claims[0]: cells that differ in n have a baseline each, and no index in common',
      'f:8: claims[1].shareOf: an index is no share of total',
    ],
  ],
  [
    'claims about the sum of an index and something else',
    `${GOOD}index: {weights: {size: 1}}\nclaims:\n  - {id: C, says: c, metric: [index, size], numerator: {format: xml}, denominator: {format: json}, published: 2}`,
    ['f:7: claims[0].metric[0]: unknown figure "index"'],
  ],
  [
    'comparisons of nothing',
    `${GOOD}compare:
  - {factor: fromat, baseline: json}
  - {factor: format, baseline: protobuf}
  - {factor: compression, baseline: none}
  - {factor: format, baseline: json}
  - {factor: format, baseline: json}`,
    [
      'f:6: compare[0].factor: unknown factor "fromat" (did you mean format?)',
      'f:7: compare[1].baseline: protobuf is not one format of this study (json, xml)',
      'f:8: compare[2]: no two cells of one part differ in compression alone, one of them none',
      'f:10: compare[4]: the same comparison is there twice',
    ],
  ],
  [
    'wrong formats, and wrong baselines beside them',
    `${HEAD}factors: {n: [1, 2], format: [json, xlm], compression: gzip}
compare:
  - {factor: format, baseline: jso}
  - {factor: format, baseline: protobuf}
  - {factor: format, baseline: xml}
  - {factor: compression, baseline: br}
  - {factor: compression, baseline: gzip-6}
  - {factor: n, baseline: 7}`,
    [
      'f:4: factors.format[1]: unknown format "xlm" (did you mean xml?)',
      'f:6: compare[0].baseline: unknown format "jso" (did you mean json?)',
      'f:7: compare[1].baseline: protobuf is not one format of this study (json, xlm)',
      'f:9: compare[3].baseline: br is not one compression of this study (gzip)',
      'f:11: compare[5].baseline: 7 is not one n of this study (1, 2)',
    ],
  ],
  [
    'a comparison of cells that never stand in one part',
    `${HEAD}parts:
  - {name: a, title: A, factors: {n: 1, format: json}}
  - {name: b, title: B, factors: {n: 1, format: xml}}
compare: [{factor: format, baseline: json}]`,
    ['f:7: compare[0]: no two cells of one part differ in format alone, one of them json'],
  ],
  [
    'claims about cells that are not there',
    `${GOOD}claims:
  - {id: A, says: a, part: formats, numerator: {n: 1}, denominator: {n: 2}, published: 1}
  - {id: A, says: a, where: {n: 9}, numerator: {format: xml}, denominator: {format: json}, published: 1}
  - {id: B, says: b, numerator: {format: xml}, denominator: {format: protobuf}, published: [2, 1]}
  - {id: C, says: c, numerator: {format: xml}}
  - {id: D, says: d, where: {n: 1}, numerator: {n: 2}, denominator: {n: 1}, published: [null, null]}`,
    [
      'f:6: claims[0].part: unknown part "formats"',
      'f:7: claims[1].id: two claims are named A',
      'f:7: claims[1].where.n: no cell has n 9 (the cells have 1, 2)',
      'f:8: claims[2].denominator.format: no cell has format protobuf (the cells have json, xml)',
      'f:8: claims[2].published: 2 is above 1',
      'f:9: claims[3]: needs numerator, denominator and published, or ratios',
      'f:10: claims[4].published: both ends are open, so it claims nothing',
      'f:10: claims[4]: no two cells make this ratio: numerator and denominator never meet',
    ],
  ],
  [
    'a claim whose ratios are all our own',
    `${GOOD}claims:
  - {id: A, says: a, ratios: [{ours: true, numerator: {format: xml}, denominator: {format: json}, published: 1}]}`,
    ['f:6: claims[0].ratios: are all ours: a claim needs one that its source asks'],
  ],
];

describe('mistaken claims, comparisons and weights', () => {
  for (const [what, text, expected] of MISTAKES) {
    it(`is told of ${what}`, () => {
      const found = problemsOf(text);
      assert.deepEqual(found.toSorted(), expected.toSorted());
    });
  }
});
