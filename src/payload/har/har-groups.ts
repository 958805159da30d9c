// The answers of a HAR by the path that they came from: of one API one kind of answer, which is what a format
// is chosen for. Parts of a path that are keys (numbers, UUIDs, long digests) count as one: /orders/*.

import { UserError } from '../../base/errors.ts';
import { sayBytes } from '../../base/figures/bytes.ts';
import { plural } from '../../base/figures/plurals.ts';
import { unknownWord } from '../../base/spelling.ts';
import { refusal } from '../findings.ts';
import { readFileSource } from '../local-source.ts';
import type { RawSource, ReadOptions, ReadSurroundings } from '../source.ts';
import { compressionByCoding } from '../url/content-coding.ts';
import { HIDDEN, isHttp, shownUrl } from '../url/shown-url.ts';
import { type HarAnswer, type HarFile, isHar, readHarFile } from './har-file.ts';

export interface HarGroup {
  /** `/api/orders/*`, `POST /graphql`; with the host in front where the archive has data of several. */
  readonly name: string;
  /** The last part of the path that is no key: `orders`. */
  readonly stem: string;
  readonly answers: readonly HarAnswer[];
  readonly bytes: number;
}

/** Throws a UserError where the file is no HAR, or no answer in it can be taken. */
export async function readHarGroups(name: string, surroundings: ReadSurroundings): Promise<HarGroup[]> {
  const { label, bytes } = await readFileSource(name, surroundings);
  return harGroups(label, readHarFile(label, bytes));
}

/** Those with most bytes first. */
function harGroups(label: string, { answers, exchanges, withoutBody }: HarFile): HarGroup[] {
  if (answers.length === 0) {
    const why =
      withoutBody > 0
        ? `has none of the bodies of its ${withoutBody} ${plural(withoutBody, 'answer')} with data; save it with content`
        : `has no answer with JSON, CSV or XML among its ${exchanges} ${plural(exchanges, 'exchange')}`;
    throw refusal(label, why);
  }
  const hosts = new Set(answers.map(({ url }) => url.origin));
  const byName = Map.groupBy(answers, (answer) => groupName(answer, hosts.size > 1));
  return [...byName]
    .map(([name, members]) => ({
      name,
      stem: stemOf(members[0]!.url),
      answers: members,
      bytes: members.reduce((sum, { body }) => sum + body.length, 0),
    }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** The answers of a HAR by their paths; null where the source is none. */
export async function harGroupsAmong(
  sources: readonly string[],
  surroundings: ReadSurroundings,
): Promise<readonly HarGroup[] | null> {
  const [only] = sources;
  if (sources.length !== 1 || !isHar(only!)) return null;
  return readHarGroups(only!, surroundings);
}

/** The paths of a HAR; null where the source is none. */
export async function harPaths(
  sources: readonly string[],
  surroundings: ReadSurroundings,
): Promise<readonly string[] | null> {
  return (await harGroupsAmong(sources, surroundings))?.map(({ name }) => name) ?? null;
}

/**
 * The group that is asked for, or the only one; `takesLargest`: of several the one with most bytes. Throws a
 * UserError that lists all of them.
 */
export function chosenGroup(
  label: string,
  groups: readonly HarGroup[],
  { answers: asked, takesLargest = false }: Pick<ReadOptions, 'answers' | 'takesLargest'>,
): HarGroup {
  const names = groups.map(({ name }) => name);
  if (asked === undefined && (groups.length === 1 || takesLargest)) return groups[0]!;
  const found = groups.find(({ name }) => name === asked);
  if (found !== undefined) return found;
  const listed = groups.map(sayGroup);
  if (asked !== undefined)
    throw new UserError([unknownWord('--answers', 'path of answers', asked, names, { listed })]);
  const what = `has answers of ${groups.length} paths; choose one with --answers`;
  throw new UserError([{ file: label, path: '', what, allowed: listed }]);
}

/** How the note on other paths names what chooses among them: of the page that is a field. */
export const CHOSEN_BY_FLAG = '--answers takes another';

/** What stands beside the group that was taken though nobody asked for it. */
export function sayOthers(label: string, groups: readonly HarGroup[]): readonly string[] {
  const [taken, ...others] = groups;
  if (others.length === 0) return [];
  const listed = [...others.slice(0, MOST_LISTED).map(sayGroup), ...moreThan(others.length)];
  return [
    `${label} has answers of ${groups.length} paths; this is for ${sayGroup(taken!)}, which has most bytes. ${CHOSEN_BY_FLAG}: ${listed.join(', ')}`,
  ];
}

const MOST_LISTED = 5;

function moreThan(others: number): readonly string[] {
  return others > MOST_LISTED ? [`and ${others - MOST_LISTED} more`] : [];
}

/** `/api/orders (12 answers, 340 kB)` */
export function sayGroup({ name, answers, bytes }: HarGroup): string {
  return `${name} (${answers.length} ${plural(answers.length, 'answer')}, ${sayBytes(bytes)})`;
}

/** A query may hold a token, so it is no part of any name. */
export function harSource(label: string, answer: HarAnswer): RawSource {
  const { url, contentEncoding, contentType, body, bytesEncoded, waitMs, transferMs } = answer;
  const place = `${url.origin}${shownPath(url)}`;
  const compression = compressionByCoding(contentEncoding);
  return {
    label: `${label}: ${answer.method} ${place}`,
    stem: stemOf(url),
    bytes: body,
    kind: answer.kind,
    captured:
      bytesEncoded === null
        ? null
        : {
            url: place,
            finalUrl: place,
            status: answer.status,
            headers: { 'content-type': contentType, 'content-encoding': contentEncoding },
            bytesEncoded,
            bytesDecoded: body.length,
            waitMs,
            transferMs,
          },
    compression: compression ?? 'none',
    notes:
      compression === null
        ? [`the content coding ${contentEncoding} is not known here, so it counts as none`]
        : [],
  };
}

const KEY = /^(?:\d+|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{16,})$/i;

function groupName({ method, url }: HarAnswer, withHost: boolean): string {
  const path = shownPath(url)
    .split('/')
    .map((part) => (part === HIDDEN || KEY.test(part) ? '*' : part))
    .join('/');
  return `${method === 'GET' ? '' : `${method} `}${withHost ? url.origin : ''}${path}`;
}

/** A session or token may stand in a path, too. */
function shownPath(url: URL): string {
  const { origin, pathname } = url;
  return isHttp(url) ? shownUrl(new URL(origin + pathname)).slice(origin.length) : pathname;
}

function stemOf(url: URL): string {
  const parts = shownPath(url)
    .split('/')
    .map((part) => part.split(';', 1)[0]!)
    .filter((part) => part !== '' && part !== HIDDEN && !KEY.test(part));
  return parts.at(-1)?.replace(/\.[A-Za-z]+$/, '') ?? url.hostname;
}
