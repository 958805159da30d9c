// results.md: the page as it stands in a repository.

import { plain } from '../markdown.ts';
import type { ClaimResult, Results, StudySection } from './results.ts';
import {
  MEANING,
  RESULTS_TITLE,
  sayAnswer,
  sayNotes,
  sayReading,
  sayReasons,
  sayStanding,
} from './sentences.ts';

export function resultsMarkdown(results: Results): string {
  const head = [
    `# ${RESULTS_TITLE}`,
    `**${sayAnswer(results)}.**`,
    ...sayNotes(results).map((note) => `${plain(note)}.`),
    MEANING,
    ...results.machines.map((machine) => `- ${plain(machine)}`),
  ];
  return `${[...head, ...results.studies.map(studyMarkdown)].join('\n\n')}\n`;
}

function studyMarkdown({ name, title, source, facts, missing, claims, standIns }: StudySection): string {
  const blocks = [
    `## ${plain(name)}: ${plain(title)}`,
    ...(source === null ? [] : [plain(source)]),
    ...(facts.length === 0 ? [] : [plain(facts.join(' · '))]),
    ...(missing === '' ? [] : [`**${plain(missing)}**`]),
    [
      row(['claim', 'says', 'published', 'measured', 'verdict', 'why']),
      row(['---', '---', '---', '---', '---', '---']),
      ...claims.flatMap(claimRows),
    ].join('\n'),
    ...(standIns.length === 0
      ? []
      : [
          `<details><summary>What stands in for the original</summary>\n\n${standIns.map((each) => `- ${plain(each)}`).join('\n')}\n\n</details>`,
        ]),
  ];
  return blocks.join('\n\n');
}

function claimRows(claim: ClaimResult): readonly string[] {
  const { id, says, ratios } = claim;
  const [only, ...others] = ratios;
  const isOne = others.length === 0;
  const head = isOne
    ? []
    : [row([`**${plain(id)}**`, withReading(says, claim), '', '', `**${sayStanding(claim)}**`, ''])];
  const shown = isOne ? [only!] : ratios;
  return [
    ...head,
    ...shown.map((ratio) =>
      row([
        isOne ? `**${plain(id)}**` : plain(ratio.id),
        isOne ? withReading(says, claim) : withReading(ratio.says, ratio),
        ratio.published,
        ratio.measured?.join(' ') ?? '–',
        isOne ? `**${sayStanding(claim)}**` : ratio.standing,
        plain(sayReasons(ratio).join('; ')),
      ]),
    ),
  ];
}

function withReading(says: string, { reading }: { readonly reading: string }): string {
  const read = sayReading({ reading });
  return plain(read === null ? says : `${says}. ${read}`);
}

function row(fields: readonly string[]): string {
  return `| ${fields.join(' | ')} |`;
}
