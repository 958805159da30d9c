// summary.json: what came of the run, for programs.

import type { Report } from '../report.ts';

export const jsonReport: Report = {
  name: 'json',
  fileName: 'summary.json',
  goesTo: 'stdout',
  tells: 'summary',
  async render({ summary }, write) {
    await write(`${JSON.stringify(summary, null, 2)}\n`);
  },
};
