// A side of a gate that is started here and asked as it stands: by a command, or a target beside a URL. Each
// session has a fresh one, as targets have; a front stands before it.

import { dirname, resolve } from 'node:path';
import { EnvironmentError, messageOf, UserError } from '../../../base/errors.ts';
import type {
  Drivers,
  FrontAsk,
  RunningServer,
  RunningTarget,
  TargetDriver,
  TargetSettings,
} from '../../../drive/driver.ts';
import { allMissing } from '../../../drive/machine/everything-missing.ts';
import { NO_COMPRESSION } from '../../../factors/compression.ts';
import { addressesOf, reachServer } from '../../../front/find-server.ts';
import { shownUrl } from '../../../payload/url/shown-url.ts';
import type { Gate } from '../../../study/gate/gate-file.ts';
import type { CommandSide } from '../../../study/gate/gate-sides.ts';
import { exchangePath, requestUrl } from '../../../wire/target-contract.ts';
import type { ReadServer } from '../../urls/reading.ts';

export type SideName = 'base' | 'head';

/** What is started for every session, and how it is called for people. */
export interface StartedSide {
  readonly name: SideName;
  readonly label: string;
  /** `readyWithinMs`: of a command, the longest wait for it; absent: as for any server. */
  start(readyWithinMs?: number): Promise<Pick<RunningServer, 'url' | 'pid' | 'exited' | 'close'>>;
}

/** A side does not start, or what it answers cannot be measured. */
export class SideFails extends EnvironmentError {
  readonly side: SideName;
  constructor(side: SideName, { message, tried, remedy }: EnvironmentError) {
    super(message, tried, remedy);
    this.side = side;
  }
}

/** Both sides fail, or one, and the machine lacks something too. */
export class SidesFail extends EnvironmentError {
  /** Base's first. */
  readonly each: readonly EnvironmentError[];
  constructor(each: readonly EnvironmentError[]) {
    const { message, tried, remedy } = allMissing(each);
    super(message, tried, remedy);
    this.each = each;
  }
}

export function commandSide(
  name: SideName,
  { command, url, cwd }: CommandSide,
  gateFile: string,
  from: string,
  drivers: Drivers,
): StartedSide {
  const folder = resolve(from, dirname(gateFile), cwd);
  return {
    name,
    label: labelOfCommand({ url, cwd }),
    start: (readyWithinMs) =>
      drivers.ownServer({
        name,
        command,
        url,
        cwd: folder,
        answers,
        ...(readyWithinMs !== undefined && { readyWithinMs }),
      }),
  };
}

/** Base and head may be asked at one URL. */
export function labelOfCommand({ url, cwd }: Pick<CommandSide, 'url' | 'cwd'>): string {
  return `${shownUrl(new URL(url))}${cwd === '.' ? '' : ` of ${cwd}`}`;
}

async function answers(typed: string): Promise<boolean> {
  const url = new URL(typed);
  try {
    await reachServer(url, await addressesOf(url), true);
    return true;
  } catch {
    return false;
  }
}

/** It is no page that asks. */
const FRONT_ALONE = { origin: null, hosts: [] };

/** Of a target: what it is asked is what the URL beside it answers. */
export function targetSide(
  name: SideName,
  target: string,
  label: string,
  { dataset, n: [n] }: Pick<Gate, 'dataset' | 'n'>,
  beside: Pick<ReadServer, 'answer' | 'coding'>,
  drivers: Drivers,
): StartedSide {
  const start = async () => {
    const running = await drivers
      .target(target)
      .start({ largestN: n!, readers: FRONT_ALONE, ...(dataset !== null && { datasets: [dataset] }) });
    try {
      const { url: targetUrl, secret } = running;
      return { ...running, url: requestUrl({ targetUrl, secret }, askedOf(running, dataset, n!, beside)) };
    } catch (thrown) {
      await running.close();
      throw thrown;
    }
  };
  return { name, label, start };
}

function askedOf(
  { name, about: { features } }: RunningTarget,
  asked: string | null,
  n: number,
  { answer: { format }, coding }: Pick<ReadServer, 'answer' | 'coding'>,
): string {
  const lacks = (what: string, has: readonly string[]) =>
    new EnvironmentError(
      `target ${name} has no ${what}`,
      [`it has ${has.join(', ')}`],
      'measure it beside something that answers alike',
    );
  const dataset = asked ?? features.datasets[0];
  if (dataset === undefined || !features.datasets.includes(dataset))
    throw lacks(`dataset ${asked ?? ''}`.trimEnd(), features.datasets);
  const [codec] = features.formats[format] ?? [];
  if (codec === undefined)
    throw lacks(`format ${format}, which the URL beside it answers in`, Object.keys(features.formats));
  const levels = features.compressions[coding];
  if (levels === undefined && coding !== NO_COMPRESSION)
    throw lacks(
      `compression ${coding}, which the URL beside it answers in`,
      Object.keys(features.compressions),
    );
  const level = levels === undefined || levels.length === 0 ? null : usualLevel(levels);
  return exchangePath(
    { dataset, n, format, codec, compression: coding, level, compute: 'none', close: false, opaque: false },
    0,
  );
}

/** That of most servers. */
const USUAL_LEVEL = 6;

function usualLevel(levels: readonly number[]): number {
  return levels.toSorted((a, b) => Math.abs(a - USUAL_LEVEL) - Math.abs(b - USUAL_LEVEL))[0]!;
}

/** Before a server that is started with it, and ends with it. */
export function frontOfStarted(side: StartedSide, ask: FrontAsk, drivers: Drivers): TargetDriver {
  const start = async (settings: TargetSettings): Promise<RunningTarget> => {
    const server = await side.start();
    try {
      const url = new URL(server.url);
      const reached = await reachServer(url, await addressesOf(url), ask.upstream.insecure);
      const front = await drivers
        .front({ ...ask, upstream: { ...ask.upstream, url: url.href, ...reached } })
        .start(settings);
      return {
        ...front,
        otherGroups: [server.pid],
        exited: Promise.race([front.exited, server.exited]),
        close: async () => {
          await front.close();
          await server.close();
        },
      };
    } catch (thrown) {
      await server.close();
      throw thrown;
    }
  };
  return { name: side.name, isFront: true, find: async () => {}, start };
}

/** What mends a side that does not answer in the time that the gate has. */
export function answerRemedy(side: SideName): string {
  return `see by hand whether ${side} answers what it is asked, and how soon; a longer budget of the gate waits longer`;
}

/**
 * Whatever is wrong with what a side answers is the side's own fault, and no mistake of who asks. `how`: it
 * is asked by hand.
 */
export function failing(side: SideName, thrown: unknown, how = 'when it is started'): unknown {
  if (thrown instanceof SideFails) return thrown;
  if (thrown instanceof EnvironmentError) return new SideFails(side, thrown);
  if (!(thrown instanceof UserError)) return thrown;
  const what = `${side} cannot be measured: ${messageOf(thrown)}`;
  return new SideFails(side, new EnvironmentError(what, [], `see what ${side} answers ${how} by hand`));
}
