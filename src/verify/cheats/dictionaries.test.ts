// Targets that use a dictionary otherwise than they should.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  type CapturedAnswer,
  type Cheat,
  startCheating,
  withHeaders,
} from '../../../test/support/targets/cheating-target.ts';
import { seededRandom } from '../../base/random.ts';
import type { StoredData } from '../../data/store/stored-data.ts';
import { dictionaries } from '../checks/exchanges/dictionaries.ts';
import { storeOwnData } from '../own-data.ts';
import type { CheckOutcome } from '../report.ts';
import { verifyTarget } from '../verify.ts';

const clock = { nowMs: () => performance.now(), date: () => new Date() };
const scratch = mkdtempSync(join(tmpdir(), 'wirefare-dictionaries-'));
after(() => rmSync(scratch, { recursive: true }));
const OWN = storeOwnData(scratch).map(({ data }) => data);

async function outcomeOf(cheat: Cheat, served: readonly StoredData[] = OWN): Promise<CheckOutcome> {
  const server = await startCheating(cheat, clock, null, served);
  try {
    const options = { mode: 'fast', clock, random: seededRandom(1), dataDir: null } as const;
    const report = await verifyTarget(server.url, { ...options, ownData: OWN, checks: [dictionaries] });
    return report.checks.find(({ name }) => name === 'dictionaries')!;
  } finally {
    await server.close();
  }
}

/** Of one path alone. */
function answering(path: string, change: (answer: CapturedAnswer) => CapturedAnswer): Cheat {
  return { answers: (answer, { url }) => (url!.startsWith(path) ? change(answer) : answer) };
}

async function findings(cheat: Cheat): Promise<string> {
  return (await outcomeOf(cheat)).findings.join('\n');
}

test('the embedded target gives each format its dictionary and uses it for nobody else', async () => {
  const outcome = await outcomeOf({});
  assert.deepEqual([outcome.status, outcome.findings], ['passed', []]);
});

test('dcz to a client that did not ask for it is caught', async () => {
  const said = await findings({
    handler: (real) => (request, response) => {
      const { url, headers } = request;
      if (url!.includes('compression=dcz') && headers['available-dictionary'] === undefined)
        request.url = `${url}&opaque=1`;
      real(request, response);
    },
  });
  assert.match(said, /own-list n=3 json\/JSON\.stringify dcz-3: answered 200, not 406, to \{\}/);
});

test('a dictionary for more than its own exchanges, or for none, is caught', async () => {
  const matching = (match: string) =>
    answering('/dictionary', (answer) => withHeaders(answer, { 'use-as-dictionary': `match="${match}"` }));
  assert.match(await findings(matching('/exchange?*')), /matches own-list n=3 \S+ dcz-3 too/);
  assert.match(await findings(matching('/elsewhere')), /does not match its own exchange/);
  const kept = answering('/dictionary', (answer) => withHeaders(answer, { 'cache-control': 'no-store' }));
  assert.match(await findings(kept), /Cache-Control is no-store/);
});

test('the answer itself as dictionary is caught', async () => {
  const said = await findings({
    parts: (parts) => ({
      ...parts,
      dictionaryOf: (query) => {
        const { encode, contentType } = parts.encoders.get(
          `${query.dataset}/${query.format}/${query.codec}`,
        )!;
        const body = encode(parts.datasets.get(query.dataset)!.body(3, 0));
        return { ...parts.dictionaryOf(query), body, contentType };
      },
    }),
  });
  assert.match(said, /\/dictionary for own-list n=3 json\/JSON\.stringify dcz-3: \[0\]\.at: /);
});

test('a body with another dictionary, or other objects, is caught', async () => {
  const shorter = answering('/dictionary', (answer) => ({
    ...withHeaders(answer, { 'content-length': String(answer.body.length - 1) }),
    body: answer.body.subarray(1),
  }));
  assert.match(await findings(shorter), /answered 406 to a client that has the dictionary/);
  const others = await findings({
    parts: (parts) => ({
      ...parts,
      datasets: new Map(
        [...parts.datasets].map(([name, data]) => [name, { ...data, body: () => data.dictionary ?? [] }]),
      ),
    }),
  });
  assert.match(others, /own-list n=3 json\/JSON\.stringify: \[0\]\.at: /);
});

test('an answer that does not say on what it depends is caught', async () => {
  const said = await findings(answering('/exchange', (answer) => withHeaders(answer, { vary: null })));
  assert.match(said, /own-list n=3 \S+ dcz-3: Vary is ""/);
});

test('a target without dictionaries is left alone', async () => {
  const alone = OWN.map(({ dictionary: _, ...data }) => data);
  const { status } = await outcomeOf({}, alone);
  assert.equal(status, 'skipped');
});
