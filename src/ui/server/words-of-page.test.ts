import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { advisedInput } from '../../../test/support/reports/advised.ts';
import { pageText } from '../../../test/support/reports/page-text.ts';
import { rendered } from '../../../test/support/reports/records.ts';
import { EnvironmentError, UserError } from '../../base/errors.ts';
import { requireToday } from '../../cli/advise/todays-way.ts';
import { readOptions } from '../../cli/payload/payload-flags.ts';
import { whyNoLink } from '../../cli/study/plan-study.ts';
import { resumedUrls } from '../../cli/urls/resumed-urls.ts';
import type { Drivers } from '../../drive/driver.ts';
import { NETWORKS } from '../../network/profiles.ts';
import { DEFAULT_LIMITS } from '../../payload/source.ts';
import { tooLarge, tooLate } from '../../payload/url/fetch-answer.ts';
import { insecureBeyondHere, offeringInsecure } from '../../payload/url/insecure.ts';
import { sourceFromAnswer } from '../../payload/url/read-url.ts';
import { htmlReport } from '../../report/html/html.ts';
import type { PayloadRef } from '../../study/study.ts';
import { failureFrom } from './say-failure.ts';
import { documentInWordsOfPage, inWordsOfPage } from './words-of-page.ts';

test('what names a flag names the field, and what to type is left out', () => {
  for (const [said, shown] of [
    ['give it more time (--budget), or other networks (--network)', 'give it more time, or other networks'],
    ['more time (--budget 5m) or a finer precision (--precision 2%)', 'more time or a finer precision'],
    ['ask for less (--precision, --only)', 'ask for less'],
    ['larger than 100 MB (--limit allows more)', 'larger than 100 MB (“Largest answer” allows more)'],
    ['it takes about --budget 3m', 'it takes about 3m'],
    ['. --budget 90s is about enough.', '. A run of about 90s is enough.'],
    [
      'in about 2 min more (--precision 2% --budget 5m)',
      'in about 2 min more (Go on, beside it in Records, with precision 2%)',
    ],
    [
      'wirefare run books --design full --only n=10,20 --only format=json measures it',
      'the study books with “design: full” measures it',
    ],
    ['and measure again with --against', 'and measure again with a second target'],
    ['--budget: "long" is no duration', 'time it may take: "long" is no duration'],
    ["--header 'Cookie: …' sends it", "“Headers” ('Cookie: …') sends it"],
    ['--link modelled takes a model', '“A model of TCP” takes a model'],
    ['goes on by --resume', 'goes on by Go on'],
    ['make room, then: wirefare run --resume /runs/a', 'make room, then: Go on, beside it in Records'],
    ['choose others by --only', 'choose others by --only'],
    ['a--budget and --budgets.json are files', 'a--budget and --budgets.json are files'],
  ] as const)
    assert.equal(inWordsOfPage(said), shown);
});

test('a field that is quoted is called so in the page', () => {
  const pages = ['ask/body.html', 'studies/asked-view.ts'].map((file) =>
    readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'),
  );
  for (const flag of ['today', 'header', 'insecure', 'limit', 'timeout', 'link', 'url']) {
    const [, name] = /^“(.*)”$/.exec(inWordsOfPage(`--${flag}`))!;
    assert.ok(
      pages.some((page) => page.includes(name!)),
      name,
    );
  }
});

test('a failure is told so in all its parts, and what was tried as it was', () => {
  const problem = { file: '--budget', path: '', what: 'is no duration', hint: 'or leave out --quick' };
  assert.deepEqual(failureFrom(new UserError([problem])), {
    problem: 'time it may take: is no duration (or leave out at most a minute)',
    problems: [{ ...problem, file: 'time it may take', hint: 'or leave out at most a minute' }],
  });
  const gap = new EnvironmentError('nothing can be run', ['tool --path x'], 'more time (--budget)');
  assert.deepEqual(failureFrom(gap), {
    problem: 'nothing can be run',
    tried: ['tool --path x'],
    remedy: 'more time',
  });
});

const URL_OF_IT = new URL('https://localhost:3000/api/orders');
const LABEL = URL_OF_IT.href;
const LATE = { bytes: 5_000_000, hasHead: true };

/** What reading an address comes to that answers so. */
function answered(status: number, headers: Readonly<Record<string, string>> = {}) {
  const body = Buffer.from('<p>Sign in</p>');
  const answer = { finalUrl: URL_OF_IT, status, headers, body, waitMs: 0, transferMs: 0, notes: [] };
  return sourceFromAnswer({ url: URL_OF_IT, label: LABEL }, answer, {});
}

async function withoutLink(): Promise<unknown> {
  const remedy = 'run it on Linux, or add --link modelled';
  const link = () => ({
    examine: () => Promise.reject(new EnvironmentError('no namespaces here', [], remedy)),
  });
  return whyNoLink([NETWORKS.find(({ name }) => name === '4g')!], 'auto', { link } as unknown as Drivers);
}

/** Of a record whose server was given a header, and whose URL is shown in part. */
function goneOn(): Promise<unknown> {
  const url = { target: 'it', headers: { 'x-api-key': null } };
  const payload = { name: 'answer', source: `${LABEL}?key=…`, url } as unknown as PayloadRef;
  const host = fakeHost(tmpdir(), { nowMs: () => 0, date: () => new Date(0) });
  return resumedUrls({ payloads: [payload], parts: [] }, {}, 60_000, host, {} as Drivers);
}

function wrongHeaders(): never {
  const problems: UserError['problems'][number][] = [];
  readOptions({ header: ['a secret'] }, problems);
  throw new UserError(problems);
}

test('what may be mended in the page is told with its field, and never with a flag', async () => {
  const selfSigned = new UserError([{ file: LABEL, path: '', what: 'its certificate is self-signed' }]);
  const asXml = { format: 'xml', codec: null, compression: { coding: 'none', level: null } } as const;
  for (const [act, says] of [
    [() => answered(401, { 'www-authenticate': 'Bearer' }), /\(401, Bearer\): “Headers” \('Auth.*\) sends/],
    [() => answered(403), /refuses \(403\): it may need “Headers” \('Authorization: …'\), or another/],
    [() => answered(200, { 'content-type': 'text/html' }), /one signed in there\? “Headers” sends/],
    [() => Promise.reject(offeringInsecure(selfSigned)), /self-signed; “Any certificate” takes any/],
    [() => Promise.reject(insecureBeyondHere(LABEL)), /“Any certificate” is for this machine/],
    [() => Promise.reject(tooLarge(LABEL, DEFAULT_LIMITS, 'the answer')), /“Largest answer” allows more/],
    [() => Promise.reject(tooLate(LABEL, DEFAULT_LIMITS, LATE)), /never ends \(“Longest wait” allows more/],
    [async () => Promise.reject(await withoutLink()), /; or: “A model of TCP” takes a model of TCP/],
    [() => requireToday([], asXml, { screened: [], levels: [] }), /sent as xml.*; say how they are sent/],
    [goneOn, /“Whole addresses”: the record shows .*“Headers”: the record keeps no headers: give x-api-key/],
    [wrongHeaders, /“Headers”: is not written 'Name: value'/],
  ] as const) {
    const thrown = await Promise.resolve()
      .then((): unknown => act())
      .then(
        () => assert.fail(String(says)),
        (why: unknown) => why,
      );
    const told = JSON.stringify(failureFrom(thrown));
    assert.doesNotMatch(told, /(?<!\w)--\w|a bug of the lab/);
    assert.match(told, says);
  }
});

test('sentences of a report name fields of the page, and what is styled, run or copied is as it was', () => {
  const kept =
    '<style>p { color: var(--network); }</style><script>const a = "--budget 5m";</script><pre>curl --header x</pre><code>wirefare run --quick</code>';
  assert.equal(documentInWordsOfPage(kept), kept);
  for (const [said, shown] of [
    ['<p>today: json, as --today says</p>', '<p>today: json, as “Sent today as” says</p>'],
    [
      '<p>Provisional. <span class="whole">--budget 90s</span> is about enough.</p>',
      '<p>Provisional. A run of about 90s is enough.</p>',
    ],
    [
      '<li>in about 2 min more (<span class="whole">--precision 2%</span> <span class="whole">--budget 5m</span>)</li>',
      '<li>in about 2 min more (Go on, beside it in Records, with precision 2%)</li>',
    ],
    [
      '<p>2 cells could not be predicted: why; wirefare run books <span class="whole">--design</span> full <span class="whole">--only</span> n=10,20 measures them</p>',
      '<p>2 cells could not be predicted: why; the study books with “design: full” measures them</p>',
    ],
    [
      '<p>&quot;it&quot; needs --header &#39;Authorization: …&#39;</p>',
      '<p>&quot;it&quot; needs “Headers” (&#39;Authorization: …&#39;)</p>',
    ],
    ['<p>measure again with --against</p>', '<p>measure again with a second target</p>'],
  ] as const)
    assert.equal(documentInWordsOfPage(said), shown);
});

test('no sentence of an advice’s report names an option, whatever was open in it', async () => {
  for (const options of [{ sessions: 2 }, { sessions: 4, blocks: 3, blockSd: 0.6 }]) {
    const written = String(await rendered(htmlReport, advisedInput(options)));
    const sentences = (html: string) =>
      pageText(html)
        .split('\n')
        .filter((line) => /(?<![\w-])--[a-z]/.test(line) && !line.startsWith('In a terminal:'));
    assert.notDeepEqual(sentences(written), []);
    assert.deepEqual(sentences(documentInWordsOfPage(written)), []);
  }
});
