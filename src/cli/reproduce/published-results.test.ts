// The page in docs/results is what its records give: whoever changes how claims are judged sees it here.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FakeDrivers } from '../../../test/support/drivers/fake-drivers.ts';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { FakeClock } from '../../base/clock.ts';
import { PROJECT_ROOT } from '../../base/places.ts';
import { reproduce } from './reproduce.ts';
import { PAGE_FILES } from './results-page.ts';

const PUBLISHED = join(PROJECT_ROOT, 'docs', 'results');
const scratch = mkdtempSync(join(tmpdir(), 'wirefare-results-'));
after(() => rmSync(scratch, { recursive: true }));

test('the published page is made again from its records, to the letter', async () => {
  const out = join(scratch, 'out');
  cpSync(PUBLISHED, out, { recursive: true });
  for (const file of Object.values(PAGE_FILES)) rmSync(join(out, file));
  const host = fakeHost(scratch, new FakeClock());
  await reproduce([], { out, page: true }, host, new FakeDrivers({}, {}));
  for (const file of Object.values(PAGE_FILES))
    assert.equal(readFileSync(join(out, file), 'utf8'), readFileSync(join(PUBLISHED, file), 'utf8'), file);
});
