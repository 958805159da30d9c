// What URLs answered, kept as data of a study, and the fronts by which a run asks them again.

import type { Host } from '../../base/host.ts';
import { storePayload } from '../../data/store/payload-store.ts';
import type { Drivers, FrontAsk, TargetDriver } from '../../drive/driver.ts';
import { RequestTotal } from '../../drive/targets/request-total.ts';
import { withTargets } from '../../drive/with-targets.ts';
import { portOf } from '../../front/dial.ts';
import { mostRequests } from '../../plan/say/say-urls.ts';
import type { AnsweredUrl } from '../../study/resolve/url-targets.ts';
import { dataDirectory } from '../surroundings/run-context.ts';
import type { ReadServer } from './reading.ts';
import { type FoundServer, mostPerSecond } from './server.ts';

/** All are one dataset, so that URLs are held against each other. `taken`: names that it cannot have. */
export function answeredUrls(
  servers: readonly ReadServer[],
  taken: readonly string[],
  host: Host,
): readonly AnsweredUrl[] {
  const own = servers[0]!.answer.name;
  const name = taken.includes(own) ? `${own}-answer` : own;
  return servers.map((server) => {
    const { name: target, label, answer, changes, codings, roundTripMs, offersHttp3, notes, kept } = server;
    const { closes, bytesWithHead } = server;
    const perSecond = mostPerSecond(server);
    const { value, schema, format, codec } = answer;
    const content = { name, shape: 'document', schema, value } as const;
    const { digest, jsonBytes } = storePayload(dataDirectory(host), content);
    const url = {
      target,
      codings,
      ...(changes && { changes }),
      ...(closes && { closes }),
      ...(bytesWithHead !== null && { bytesWithHead }),
      ...(offersHttp3 && { offersHttp3 }),
      ...(roundTripMs !== null && { roundTripMs }),
      ...(perSecond !== null && { perSecond }),
      ...kept,
    };
    return {
      name: target,
      payload: { name, source: label, digest, shape: 'document', count: 1, jsonBytes, schema, notes, url },
      format,
      codec,
      protocol: server.upstream.protocol,
    };
  });
}

type Asked = Pick<FoundServer, 'name' | 'upstream' | 'isHere' | 'isRateAsked' | 'perSecond'>;

/** What stands before a server; some of them have to be started with it. */
export type FrontOf = (server: Asked, ask: FrontAsk) => TargetDriver;

/**
 * The same drivers, to which these servers are targets too. `budgetMs`: for how long somebody agreed to their
 * being asked. `frontOf`: absent: a front before each.
 */
export function frontsAmong(
  drivers: Drivers,
  servers: readonly Asked[],
  urls: readonly Pick<AnsweredUrl, 'payload'>[],
  budgetMs: number,
  frontOf: FrontOf = (_, ask) => drivers.front(ask),
): Drivers {
  if (servers.length === 0) return drivers;
  const fronts = new Map<string, TargetDriver>(
    servers.map((server, i) => {
      const { name, upstream } = server;
      const { name: dataset } = urls[i]!.payload;
      // As somebody agreed to now: a record that is gone on with may know the host at another address.
      const perSecond = mostPerSecond(server);
      // Of a server on this machine nobody was asked for a total.
      const isAgreed = perSecond !== null && !server.isHere;
      const most = isAgreed ? mostRequests(perSecond, budgetMs) : null;
      const total = perSecond === null ? null : new RequestTotal(most, perSecond);
      // One worker that serves the spare of one front until that ends would never come to the other's
      // request.
      const isShared = servers.some((other) => other !== server && sameServer(other, server));
      const holdsSpare = !(isShared && urls[i]!.payload.url?.closes === true);
      return [name, frontOf(server, { name, upstream, dataset, perSecond, total, holdsSpare })];
    }),
  );
  return withTargets(drivers, (name) => fronts.get(name) ?? drivers.target(name));
}

function sameServer({ upstream: a }: Asked, { upstream: b }: Asked): boolean {
  return a.address === b.address && portOf(a.url) === portOf(b.url);
}
