// Targets that serve people's own data otherwise than they should.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type Cheat, startCheating } from '../../../test/support/targets/cheating-target.ts';
import { withoutResampling } from '../../../test/support/targets/unresampled.ts';
import { seededRandom } from '../../base/random.ts';
import type { StoredData } from '../../data/store/stored-data.ts';
import type { TargetParts } from '../../target/handler.ts';
import { ownData } from '../checks/exchanges/own-data.ts';
import { storeOwnData } from '../own-data.ts';
import type { CheckOutcome } from '../report.ts';
import { verifyTarget } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const scratch = mkdtempSync(join(tmpdir(), 'wirefare-own-'));
after(() => rmSync(scratch, { recursive: true }));
const OWN = storeOwnData(scratch).map(({ data }) => data);

async function outcomeOf(cheat: Cheat, served: readonly StoredData[] = OWN): Promise<CheckOutcome> {
  const server = await startCheating(cheat, clock, null, served);
  try {
    const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null } as const;
    const report = await verifyTarget(server.url, { ...options, ownData: OWN, checks: [ownData] });
    return report.checks.find(({ name }) => name === 'own-data')!;
  } finally {
    await server.close();
  }
}

function serving(change: (data: StoredData) => Partial<StoredData>): Cheat {
  return {
    parts: (parts: TargetParts) => ({
      ...parts,
      datasets: new Map([...parts.datasets].map(([name, data]) => [name, { ...data, ...change(data) }])),
    }),
  };
}

test('the embedded target serves own data in every format, or says why not', async () => {
  const { status, findings } = await outcomeOf({});
  assert.deepEqual([status, findings], ['passed', []]);
});

test('the first records again and again, in the place of shuffled passes, are caught', async () => {
  const { findings } = await outcomeOf(
    serving(({ body, count, shape }) => ({
      body: (n, message) => {
        if (shape !== 'list') return body(n, message);
        const records = body(count, 0) as [];
        return Array.from({ length: n }, (_, i) => records[i % count]!);
      },
    })),
  );
  assert.match(findings.join('\n'), /own-list n=7 json\/JSON\.stringify: \[\d\]/);
  assert.doesNotMatch(findings.join('\n'), /own-list n=3 json|own-messages/);
});

test('the same message each time is caught', async () => {
  const { findings } = await outcomeOf(serving(({ body }) => ({ body: (n) => body(n, 0) })));
  assert.match(findings.join('\n'), /own-messages n=1 json\/JSON\.stringify: \.id: 1, expected 2/);
});

test('another answer in the place of a refusal is caught', async () => {
  const { findings } = await outcomeOf({
    handler: (real) => (request, response) => {
      request.url = request.url!.replace(/format=csv&codec=[^&]*/, 'format=json');
      real(request, response);
    },
  });
  assert.match(findings.join('\n'), /own-document n=1 csv\S*: answered 200, and cannot be carried/);
});

test('a format may be refused for own data, by its name, but not every one', async () => {
  const refusing = (all: boolean, parameter: string): Cheat => ({
    parts: (parts: TargetParts) => ({
      ...parts,
      refusalOf: (dataset, format, encoder) =>
        all || format === 'protobuf' ? 'not here' : parts.refusalOf(dataset, format, encoder),
    }),
    handler: (real) => (request, response) => {
      const end = response.end.bind(response) as (body?: unknown) => typeof response;
      response.end = ((body?: unknown) =>
        end(
          String(body).includes('not here') ? String(body).replace('"format"', `"${parameter}"`) : body,
        )) as never;
      real(request, response);
    },
  });
  assert.deepEqual((await outcomeOf(refusing(false, 'format'))).findings, []);
  const unnamed = await outcomeOf(refusing(false, 'ferman'));
  assert.match(unnamed.findings.join('\n'), /protobuf\S*: answered 501 without naming the parameter format/);
  const nothing = await outcomeOf(refusing(true, 'format'));
  assert.ok(nothing.findings.includes('own-list: it is listed, and refused in every format'));
});

test('a list may be served as it is alone, where the target says so and refuses other lengths', async () => {
  const { status, findings } = await outcomeOf(withoutResampling(true));
  assert.deepEqual([status, findings], ['passed', []]);
  const { findings: others } = await outcomeOf(withoutResampling(false));
  assert.deepEqual(others, ['own-list n=4 json/JSON.stringify: answered 200, not 400']);
});

test('data that are not served are missed', async () => {
  const { findings } = await outcomeOf({}, OWN.slice(0, 2));
  assert.ok(findings.includes('features.payloads: own-messages is missing'), findings.join('\n'));
  assert.equal((await outcomeOf({}, [])).status, 'skipped');
});
