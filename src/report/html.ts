// report.html: one self-contained file.

import { page } from './html/page.ts';
import type { Report } from './report.ts';

export const htmlReport: Report = {
  name: 'html',
  fileName: 'report.html',
  async render(input, write) {
    await write(page(input));
  },
};
