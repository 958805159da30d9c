// Answers that say nowhere how long they are.

import { listed } from '../../base/figures/plurals.ts';
import { raise, type Warning } from '../../base/warnings/warning.ts';
import type { RunFile } from '../../record/record.ts';
import { examples, sayCellCount } from './say-cells.ts';

/** One for each target. */
export function unsizedAnswers({ plan, sessions }: RunFile): Warning[] {
  const checks = sessions.flatMap((session) => session.checks);
  const without = new Map(
    checks.filter(({ withoutLength }) => withoutLength === true).map((check) => [check.cell, check]),
  );
  const cells = plan.cells.filter(({ id, twinOf }) => twinOf === null && without.has(id));
  return [...Map.groupBy(cells, ({ factors }) => factors.target)].map(([target, group]) => {
    const codings = group.map(({ id }) => without.get(id)!.contentEncoding).filter((coding) => coding !== '');
    const coded = codings.length === 0 ? '' : `, compressed by ${listed([...new Set(codings)])}`;
    return raise(
      'no-length',
      `answers of ${target} come without a Content-Length${coded} (${sayCellCount(group)}: ${examples(group)})`,
    );
  });
}
