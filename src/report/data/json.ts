// summary.json: what came of the run, for programs.

import { recordedJson } from '../../factors/recorded-cell.ts';
import type { Report } from '../report.ts';

export const jsonReport: Report = {
  name: 'json',
  fileName: 'summary.json',
  goesTo: 'stdout',
  tells: 'summary',
  async render({ summary }, write) {
    await write(`${recordedJson(summary, 2)}\n`);
  },
};
