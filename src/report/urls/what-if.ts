// What another compression and HTTP/3 would change for users of a URL, as sentences: on each network the
// answer first, then what it rests on.

import { sayBytes } from '../../base/figures/bytes.ts';
import { grouped, shortNumber } from '../../base/figures/numbers.ts';
import { listed } from '../../base/figures/plurals.ts';
import { NO_NETWORK } from '../../factors/network.ts';
import type { Summary } from '../../summary/summary.ts';
import type { CodingWhatIf, UrlWhatIf } from '../../summary/urls/what-if.ts';
import type { Answer, Sentence } from '../answers/answer.ts';
import { besideNetwork } from './beside-network.ts';

type Felt = CodingWhatIf & { readonly predicted: NonNullable<CodingWhatIf['predicted']> };

/** With where it holds: its network, and what else of the URL's cells varies. */
type Placed = UrlWhatIf & { readonly where: string };

/** None of records without them. */
export function urlWhatIfAnswers({ urls = [], cells }: Summary): readonly Answer[] {
  const targets = [...new Set(urls.map(({ target }) => target))];
  return targets.map((target) => {
    const own = placed(
      urls.filter((one) => one.target === target),
      cells,
    );
    const of = targets.length > 1 ? ` · ${target}` : '';
    return {
      question: `What would another compression or HTTP/3 change?${of}`,
      part: '',
      sentences: [
        ...own.map((one) => aboutCodings(one)),
        ...own.flatMap((one) => aboutHttp3(one)),
        ...basis(own),
      ],
    };
  });
}

function placed(own: readonly UrlWhatIf[], cells: Summary['cells']): readonly Placed[] {
  const among = cells.filter(({ id }) => own.some(({ cell }) => cell === id));
  return own.map((one) => {
    const cell = among.find(({ id }) => id === one.cell);
    const beside = cell === undefined ? [] : besideNetwork(cell, among);
    return { ...one, where: [placeOf(one), ...beside.map(({ condition }) => condition)].join(', ') };
  });
}

function aboutCodings(one: Placed): Sentence {
  const { codings, today } = one;
  const felt = codings.filter(isTimed).filter(({ coding, predicted }) => coding !== '' && predicted.isFelt);
  const best = simplest(felt.filter(({ predicted }) => predicted.savesMs > 0));
  const gains = best ?? null;
  const timed = one.noTimes === null;
  return {
    kind: !timed ? 'note' : gains === null ? 'tie' : 'decided',
    where: one.where,
    text: [
      gains === null ? nothingToGain(one) : sayGain(one, gains, codings),
      ...(today.coding === '' ? [] : [withoutIt(one)]),
    ].join('; '),
  };
}

/** The first of those that nobody tells from the quickest: gzip, which every server and every client has. */
function simplest(felt: readonly Felt[]): Felt | undefined {
  const mostMs = Math.max(...felt.map(({ predicted }) => predicted.savesMs));
  return felt.find(({ predicted }) => isLike(mostMs - predicted.savesMs, predicted));
}

/**
 * `gzip-6 would make 24 kB of 310 kB and save about 370 ms of 560 ms (predicted: 350 to 390 ms); br-4: 22 kB, …`
 */
function sayGain(
  { today, waitMs, isWaitPredicted }: UrlWhatIf,
  best: Felt,
  codings: readonly CodingWhatIf[],
): string {
  const { savesMs, interval } = best.predicted;
  const others = codings.filter((one) => one !== best && one.coding !== '');
  const [low, high] = interval.map((bound) => time(bound)) as [string, string];
  const of = isWaitPredicted === true ? `about ${time(waitMs)}, which was not measured itself` : time(waitMs);
  const times = `save about ${time(savesMs)} (predicted: ${low.replace(/ ms$/, '')} to ${high}) of ${of}`;
  const bytes = `${sayBytes(best.bytes, 3)} of ${sayBytes(today.bytes, 3)}`;
  return [
    `${nameOf(best)} would make ${bytes} and ${times}`,
    ...others.map((one) => besideBest(one, best)),
  ].join('; ');
}

function besideBest(one: CodingWhatIf, best: Felt): string {
  const says = `${nameOf(one)}: ${sayBytes(one.bytes, 3)}`;
  if (!isTimed(one)) return says;
  const moreMs = best.predicted.savesMs - one.predicted.savesMs;
  return isLike(Math.abs(moreMs), best.predicted)
    ? `${says}, about as fast`
    : `${says}, about ${time(Math.abs(moreMs))} ${moreMs > 0 ? 'slower' : 'faster'}`;
}

/** Between two ways less is not told apart by anybody who has waited for today's. */
const LIKE_SHARE = 0.03;
const LIKE_MS = 10;

function isLike(apartMs: number, { waitMs, savesMs }: Felt['predicted']): boolean {
  return apartMs < Math.max(LIKE_MS, LIKE_SHARE * (waitMs + savesMs));
}

/** `it comes as gzip (30 kB); br-4 would save 3 kB, nothing to feel` */
function nothingToGain({ today, codings, noTimes }: UrlWhatIf): string {
  const [smallest] = codings.filter(({ coding }) => coding !== '').toSorted((a, b) => a.bytes - b.bytes);
  const comes = today.coding === '' ? `${sayBytes(today.bytes, 3)} come as they are` : asItComes(today);
  if (smallest === undefined) return comes;
  const saved = today.bytes - smallest.bytes;
  const bytes =
    saved > 0
      ? `${nameOf(smallest)} would save ${sayBytes(saved, 3)}`
      : `${nameOf(smallest)} would save nothing (${sayBytes(smallest.bytes, 3)})`;
  if (noTimes !== null) return `${comes}; ${bytes}; no times are predicted there: ${noTimes}`;
  if (!isTimed(smallest)) return `${comes}; ${bytes}; too little was measured to say what users had of that`;
  if (!smallest.predicted.isFelt) return `${comes}; ${bytes}, nothing to feel`;
  return `${comes}; ${bytes} and cost about ${time(-smallest.predicted.savesMs)}`;
}

function asItComes({ coding, bytes }: UrlWhatIf['today']): string {
  return `it comes as ${coding} (${sayBytes(bytes, 3)})`;
}

function withoutIt({ codings, waitMs }: UrlWhatIf): string {
  const plain = codings.find(({ coding }) => coding === '');
  if (plain === undefined) return '';
  const bytes = `without a coding ${sayBytes(plain.bytes, 3)}`;
  return isTimed(plain)
    ? `${bytes} and about ${time(plain.predicted.waitMs)} instead of ${time(waitMs)}`
    : bytes;
}

function aboutHttp3({ http3, noTimes, where }: Placed): Sentence[] {
  if (noTimes !== null) return [{ kind: 'open', where, text: `HTTP/3 is not predicted: ${noTimes}` }];
  if (http3 === null) return [];
  const { firstVisitMs, firstVisitSavesMs, isOffered = false, isEveryVisit = false } = http3;
  // By which users come, whatever was measured: its wait is longer than the one in the table by its
  // handshakes.
  const times = `about ${time(firstVisitSavesMs)} of ${time(firstVisitMs)} over HTTPS (predicted)`;
  const others = isEveryVisit
    ? 'that is every request but the first, since the server closes each connection, and one that stays open would save them more than that'
    : 'requests over a connection in use gain nothing, since no packet is lost there';
  const text = isOffered
    ? `browsers already use HTTP/3 after the first answer, which announces it (Alt-Svc): a new connection then takes one round trip less, ${times}; the very first visit, unless DNS has an HTTPS record, and requests over a connection in use gain nothing`
    : `HTTP/3 would save a new connection of somebody who has been there before one round trip, ${times}; ${others}; ${FIRST_OF_ALL}`;
  return [{ kind: 'note', where, text }];
}

const FIRST_OF_ALL =
  'the very first visit saves it only with an HTTPS record in DNS, since browsers else learn of HTTP/3 from an answer (Alt-Svc)';

function placeOf({ network, isElsewhere }: UrlWhatIf): string {
  if (network !== NO_NETWORK) return `on ${network}`;
  return isElsewhere === true ? 'without emulation' : 'on this machine';
}

/** What the times rest on, said once. */
function basis(own: readonly UrlWhatIf[]): Sentence[] {
  if (own.every(({ noTimes }) => noTimes !== null)) return [];
  const codings = [...new Set(own.flatMap((one) => one.codings))].filter(({ coding }) => coding !== '');
  const names = [...new Set(codings.map(nameOf))];
  const secure = names.filter((name) => !name.startsWith('gzip'));
  const onlySecure = secure.length === 0 ? '' : `; browsers take ${listed(secure)} over HTTPS alone`;
  return [
    {
      kind: 'note',
      where: '',
      text: `bytes are those of this very answer, made here; times are predicted from what was measured, TCP’s arithmetic and what compressing takes on this machine${onlySecure}`,
    },
  ];
}

function isTimed(one: CodingWhatIf): one is Felt {
  return one.predicted !== null;
}

function nameOf({ coding, level }: Pick<CodingWhatIf, 'coding' | 'level'>): string {
  return coding === '' ? 'no coding' : `${coding}-${level}`;
}

/** Predictions have no more than three digits. */
function time(ms: number): string {
  const rounded = Number(Math.max(0, ms).toPrecision(ms >= 100 ? 3 : 2));
  return `${rounded >= 10 ? grouped(rounded) : shortNumber(rounded, 2)} ms`;
}
