import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usualRequest } from '../../factors/cell.ts';
import { AS_IT_COMES } from '../../factors/compression.ts';
import { answerMs, coldAnswerMs } from '../../network/answer-time.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import { NETWORKS } from '../../network/profiles.ts';
import type { RunFile } from '../../record/record.ts';
import type { AnsweringUrl, MadeCoding } from '../../study/study.ts';
import type { CellSummary, Summary } from '../../summary/summary.ts';
import { urlWhatIfs, waitOf } from '../../summary/urls/what-if.ts';
import { urlWhatIfAnswers } from './what-if.ts';

const CODINGS: readonly MadeCoding[] = [
  { coding: '', level: null, bytes: 300_000, compressMs: 0, decompressMs: 0 },
  { coding: 'gzip', level: 6, bytes: 30_000, compressMs: 8, decompressMs: 1 },
  { coding: 'br', level: 4, bytes: 27_000, compressMs: 6, decompressMs: 1 },
];
const named = (name: string) => NETWORKS.find((each) => each.name === name)!;

/** Of a URL's cell. */
const FACTORS = usualRequest({
  dataset: 'answer',
  n: 1,
  format: 'json',
  codec: 'JSON.parse',
  encoder: 'none',
  compression: AS_IT_COMES,
  target: 'it',
  protocol: 'https1',
});

/** `waited`: ms, the front's 2 among them. `around`: of its cells, where it has several of a network. */
function urlRun(
  network: NetworkProfile,
  {
    coding = '',
    waited = 1_000,
    codings = CODINGS,
    leftOut,
    around = [{}],
    ...url
  }: {
    coding?: string;
    waited?: number;
    codings?: readonly MadeCoding[];
    leftOut?: NetworkProfile;
    around?: readonly Partial<typeof FACTORS>[];
  } & Partial<AnsweringUrl> = {},
) {
  const factors = { ...FACTORS, network: network.name };
  const bytes = {
    encoded: codings.find((each) => each.coding === coding)!.bytes,
    decoded: 300_000,
    headers: 400,
  };
  const cell = {
    id: 'c',
    twinOf: null,
    factors,
    bytes,
    totalMs: { median: waited },
    waitMs: waited - 2,
    phases: {},
  };
  const measured = around.map((own, i) => ({
    ...cell,
    id: i === 0 ? 'c' : `c${i}`,
    factors: { ...factors, ...own },
  }));
  const others = leftOut === undefined ? [] : [leftOut];
  const missing = others.map(({ name }) => ({
    ...cell,
    id: 'other',
    factors: { ...factors, network: name },
    bytes: null,
    totalMs: null,
    waitMs: undefined,
  }));
  const run = {
    study: { networks: [network, ...others], payloads: [{ url: { target: 'it', codings, ...url } }] },
    sessions: [{ checks: measured.map(({ id }) => ({ cell: id, contentEncoding: coding })) }],
  } as unknown as RunFile;
  const cells = [...measured, ...missing] as unknown as CellSummary[];
  const found = urlWhatIfs(run, cells);
  const [answer] = urlWhatIfAnswers({ urls: found, cells } as unknown as Summary);
  return {
    found: found[0]!,
    other: found[1],
    says: answer!.sentences.map(({ where, text }) => `${where}: ${text}`),
  };
}

test('a wait is told without the front of the lab where there is one', () => {
  const totalMs = { median: 10 };
  assert.equal(waitOf({ totalMs, waitMs: 9.5 } as unknown as CellSummary), 9.5);
  assert.equal(waitOf({ totalMs } as unknown as CellSummary), 10);
  assert.equal(waitOf({ totalMs: null }), null);
});

test('a network that the budget left out is told by what another one waited, with its wire between', () => {
  const { found, other, says } = urlRun(named('none'), { waited: 52, leftOut: named('3g') });
  assert.equal(found.isWaitPredicted, undefined);
  assert.equal(other!.isWaitPredicted, true);
  assert.ok(Math.abs(other!.waitMs - (50 + answerMs(named('3g'), 300_000))) < 1e-6);
  assert.match(says.join('\n'), /on 3g: gzip-6 .* of about 1.910 ms, which was not measured itself/);
});

test('where the wait is shorter than what its parts take, nothing is predicted', () => {
  const { found } = urlRun(named('3g'), { waited: 20 });
  assert.ok(found.codings.every(({ predicted }) => predicted === null));
});

test('what gzip saves is the wire’s time for the bytes that it saves, less its work', () => {
  const network = named('3g');
  const { found, says } = urlRun(network, { waited: 3_002 });
  const gzip = found.codings.find(({ coding }) => coding === 'gzip')!.predicted!;
  const wireMs = answerMs(network, 300_000) - answerMs(network, 30_000);
  // Decompressing 30 kB goes on while they arrive.
  assert.ok(Math.abs(gzip.savesMs - (wireMs - 8)) < 1e-6, `${gzip.savesMs} of ${wireMs}`);
  assert.ok(Math.abs(gzip.waitMs - (3_000 - gzip.savesMs)) < 1e-6);
  assert.ok(gzip.isFelt && gzip.interval[0] > 0.95 * gzip.savesMs && gzip.interval[1] < 1.05 * gzip.savesMs);
  assert.match(
    says[0]!,
    /^on 3g: gzip-6 would make 30 kB of 300 kB and save about 1.\d+ ms \(predicted: 1.\d+ to 1.\d+ ms\) of 3.000 ms;/,
  );
  assert.match(says[0]!, /br-4: 27 kB, about as fast/);
});

test('what comes compressed says what another coding saves, and what it is without', () => {
  const { says } = urlRun(named('4g'), { coding: 'gzip', waited: 102 });
  assert.match(
    says[0]!,
    /it comes as gzip \(30 kB\); br-4 would save 3 kB, nothing to feel; without a coding 300 kB and about/,
  );
});

test('where nothing is far away, compressing costs and the answer says so', () => {
  const slow = CODINGS.map((each) => ({ ...each, compressMs: each.coding === '' ? 0 : 30 }));
  const { found, says } = urlRun(named('none'), { waited: 22, codings: slow });
  assert.match(says[0]!, /300 kB come as they are; br-4 would save 273 kB and cost about 31 ms/);
  assert.equal(found.http3, null);
});

test('HTTP/3 saves whoever comes again the round trip that TCP takes beside TLS', () => {
  const network = named('4g');
  const { found, says } = urlRun(network, { waited: 502 });
  const { firstVisitMs, firstVisitSavesMs } = found.http3!;
  const newMs = coldAnswerMs(network, 300_000, 'https1') - answerMs(network, 300_000);
  assert.ok(Math.abs(firstVisitMs - (500 + newMs)) < 1e-6);
  assert.equal(firstVisitSavesMs, network.rttMs);
  const told = says.join('\n');
  assert.match(
    told,
    /HTTP\/3 would save a new connection of somebody who has been there before one round trip, about 170 ms of 1.330 ms over HTTPS \(predicted\)/,
  );
  // Nobody's first visit of all is over HTTP/3 because the server has it.
  assert.match(
    told,
    /the very first visit saves it only with an HTTPS record in DNS, since .* \(Alt-Svc\)$/m,
  );
});

test('a cell that opens its connection anew has waited for it already', () => {
  const network = named('4g');
  const { found, other } = urlRun(network, {
    waited: 902,
    around: [{ connection: 'cold' }, { connection: 'cold', protocol: 'http1' }],
  });
  assert.ok(Math.abs(found.http3!.firstVisitMs - 900) < 1e-6);
  const tlsMs = coldAnswerMs(network, 300_000, 'https1') - coldAnswerMs(network, 300_000, 'http1');
  assert.ok(Math.abs(other!.http3!.firstVisitMs - (900 + tlsMs)) < 1e-6);
});

test('a first visit by HTTP/2 waits for what HTTP/2 sends ahead of the answer', () => {
  const network = named('4g');
  const codings = [{ ...CODINGS[0]!, bytes: 9_000 }];
  const [byH2, byHttps] = (['h2', 'https1'] as const).map(
    (protocol) => urlRun(network, { waited: 202, codings, around: [{ protocol }] }).found.http3!.firstVisitMs,
  ) as [number, number];
  const newMs = coldAnswerMs(network, 9_000, 'h2') - answerMs(network, 9_000);
  assert.ok(Math.abs(byH2 - (200 + newMs)) < 1e-6);
  assert.ok(byH2 - byHttps > 0.9 * network.rttMs, `${byH2} and ${byHttps} ms`);
});

test('where the server closes each connection every request but the first opens one again', () => {
  const { says } = urlRun(named('4g'), { waited: 502, closes: true });
  const told = says.join('\n');
  assert.match(
    told,
    /HTTP\/3 would save a new connection .*; that is every request but the first, since the server/,
  );
  assert.doesNotMatch(told, /gain nothing/);
});

test('cells of one network are told apart, and a slow client decompresses slowly', () => {
  const slowly = CODINGS.map((each) => ({ ...each, decompressMs: each.coding === '' ? 0 : 500 }));
  const { found, other, says } = urlRun(named('cable'), {
    waited: 5_002,
    codings: slowly,
    around: [{}, { cpu: 4 }],
  });
  const [atFullPace, slowed] = [found, other!].map(
    ({ codings }) => codings.find(({ coding }) => coding === 'gzip')!.predicted!.savesMs,
  ) as [number, number];
  const bodyMs = answerMs(named('cable'), 30_000) - answerMs(named('cable'), 0);
  assert.ok(bodyMs < 500, 'the wire hides no more than this of it');
  assert.ok(Math.abs(atFullPace - slowed - 3 * 500) < 1e-6, `${atFullPace} and ${slowed} ms`);
  assert.match(says[0]!, /^on cable, with the client’s processor at its own pace: /);
  assert.match(says[1]!, /^on cable, with the client’s processor 4× slower \(emulated\): /);
});

test('a network that was left out has the wait of a cell that is like it in all else', () => {
  const { other } = urlRun(named('none'), {
    waited: 52,
    leftOut: named('3g'),
    around: [{ cpu: 4 }],
  });
  assert.equal(other, undefined, 'nothing was measured at full pace');
});

test('a server elsewhere is not on this machine, and what its own way takes nobody predicts', () => {
  const { found, says } = urlRun(named('none'), { waited: 802, roundTripMs: 120 });
  assert.ok(found.codings.every(({ predicted }) => predicted === null));
  assert.match(
    says[0]!,
    /^without emulation: 300 kB come as they are; br-4 would save 273 kB; no times are predicted there: how fast/,
  );
  const { says: onNetwork } = urlRun(named('3g'), { waited: 3_002, roundTripMs: 120 });
  assert.match(onNetwork[0]!, /^on 3g: gzip-6 would make 30 kB of 300 kB and save about/);
});

test('nobody is advised to switch on the HTTP/3 that a server announces', () => {
  const { found, says } = urlRun(named('4g'), { waited: 502, offersHttp3: true });
  assert.equal(found.http3!.isOffered, true);
  const told = says.filter((line) => line.includes('HTTP/3'));
  assert.match(
    told.join('\n'),
    /^on 4g: browsers already use HTTP\/3 after the first answer, .* \(Alt-Svc\)/,
  );
  assert.doesNotMatch(told.join('\n'), /would save/);
});

test('where packets are lost bytes are told and no times', () => {
  const { found, says } = urlRun(named('mobile-poor'));
  assert.ok(found.codings.every(({ predicted }) => predicted === null) && found.http3 === null);
  assert.match(says[0]!, /br-4 would save 273 kB; no times are predicted there: packets are lost there/);
});

test('records of before, without codings, say nothing', () => {
  const run = {
    study: { networks: [], payloads: [{ url: { target: 'it' } }] },
    sessions: [],
  } as unknown as RunFile;
  assert.deepEqual(urlWhatIfs(run, []), []);
  assert.deepEqual(urlWhatIfAnswers({} as Summary), []);
});
