// The published accuracy as a table in Markdown: what the bench prints, and docs/guide/prediction.md shows.

import type { Accuracy, Regret } from './accuracy.ts';

export function accuracyTable(classes: readonly Accuracy[], { choices, mean, p95 }: Regret): string {
  const share = (value: number | null) => (value === null ? '–' : `${(value * 100).toFixed(1)} %`);
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
  return [
    '| what was left out | predictions | median | 95 % | bias | covered | nearest cell | bytes ÷ rate |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row} |`),
    '',
    `Regret of ${choices} choices: ${share(mean)} in the mean, ${share(p95)} in one of twenty.`,
  ].join('\n');
}
