// The decision map by itself, as `wirefare map` writes it.

import { recordedJson } from '../../factors/recorded-cell.ts';
import { MAP_MBITS, MAP_RTTS_MS } from '../../model/choices/map.ts';
import type { Decision } from '../../summary/predicted/decisions.ts';
import type { Summary } from '../../summary/summary.ts';
import { adviceTable, plain } from '../markdown.ts';
import type { Look, Write } from '../report.ts';
import { withoutControls } from '../terminal/controls.ts';
import { decisionText } from '../terminal/decision-map.ts';
import { wrapped } from '../terminal/grid.ts';
import { paintFor } from '../terminal/paint.ts';
import type { MapFormat } from './map-formats.ts';
import { decisionViews, mapTables } from './map-view.ts';

export interface MapInput {
  readonly summary: Summary;
  readonly decisions: readonly Decision[];
}

export async function writeMap(format: MapFormat, input: MapInput, write: Write, look: Look): Promise<void> {
  switch (format) {
    case 'terminal':
      return write(mapText(input, look));
    case 'md':
      return write(mapMarkdown(input));
    case 'json':
      return write(mapJson(input));
    case 'html': {
      const [{ mapPage }, { whatIfScript }] = await Promise.all([
        import('../html/map-page.ts'),
        import('../html/what-if/bundle.ts'),
      ]);
      return write(mapPage(input, await whatIfScript()));
    }
  }
}

function mapText(input: MapInput, { columns, colour }: Look): string {
  const { summary, decisions } = withoutControls(input);
  const paint = paintFor(colour);
  const width = Math.max(40, columns);
  const title = wrapped(`${summary.title}: which way wins over which network? (predicted)`, width, '', '');
  const parts = decisionViews(summary, decisions).map((view) => decisionText(view, width, paint));
  return `${[title.map(paint.strong), ...parts].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

function mapMarkdown({ summary, decisions }: MapInput): string {
  const blocks = decisionViews(summary, decisions).flatMap(({ where, maps, others, leftOut, notes }) => [
    ...(where === '' ? [] : [`### ${plain(where)}`]),
    ...leftOut.map((text) => `> **${plain(text)}**`),
    ...maps.flatMap((map) => (map.refusal === '' ? mapTables(map).map(adviceTable) : [plain(map.refusal)])),
    ...(others.length === 0 ? [] : [plain(`Nowhere among the best: ${others.join(', ')}.`)]),
    ...notes.map(plain),
  ]);
  return `${[`## ${plain(summary.title)}: which way wins over which network? (predicted)`, ...blocks].join('\n\n')}\n`;
}

/** Fields have places in `ways`, rows are round trips. */
function mapJson(input: MapInput): string {
  return `${recordedJson(mapDocument(input), 0)}\n`;
}

export type MapDocument = ReturnType<typeof mapDocument>;

function mapDocument({ decisions }: MapInput) {
  const told = decisions.map(({ ways, maps, refusedNetworks }) => ({ ways, maps, refusedNetworks }));
  return { mbits: MAP_MBITS, rttsMs: MAP_RTTS_MS, decisions: told };
}
