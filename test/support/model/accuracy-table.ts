// The published accuracy as a table in Markdown: what the bench prints, and docs/guide/prediction.md shows.

import type { PublishedAccuracy } from './accuracy.ts';

export function accuracyTable({ classes, groups, regret }: PublishedAccuracy): string {
  const { choices, mean, p95 } = regret;
  const rows = classes.map((each) =>
    [
      each.name,
      String(each.predictions),
      share(Math.expm1(each.median)),
      share(Math.expm1(each.p95)),
      share(Math.expm1(each.bias)),
      share(each.coverage),
      share(each.nearestMedian === null ? null : Math.expm1(each.nearestMedian)),
      share(each.rateMedian === null ? null : Math.expm1(each.rateMedian)),
    ].join(' | '),
  );
  const groupRows = groups.flatMap(({ label, classes: own }) =>
    own.map(({ name, predictions, median, p95: worst, coverage }) =>
      [label, name, predictions, share(Math.expm1(median)), share(Math.expm1(worst)), share(coverage)].join(
        ' | ',
      ),
    ),
  );
  return [
    '| what was left out | predictions | median | 95 % | bias | covered | nearest cell | bytes ÷ rate |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row} |`),
    '',
    `Regret of ${choices} choices: ${share(mean)} in the mean, ${share(p95)} in one of twenty.`,
    '',
    '| of | what was left out | predictions | median | 95 % | covered |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...groupRows.map((row) => `| ${row} |`),
  ].join('\n');
}

function share(value: number | null): string {
  return value === null ? '–' : `${(value * 100).toFixed(1)} %`;
}
