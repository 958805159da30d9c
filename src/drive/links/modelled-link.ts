// The link of a machine without namespaces, if the user asks for it: `wirefare-link model` on loopback, which
// passes bytes on at the time at which they arrive in a model of TCP. Nothing about the link is measured, and
// nothing measured over it comes from packets. Its facts say `modelled`, which reports and comparisons read.

import { UserError } from '../../base/errors.ts';
import { shortNumber } from '../../base/figures/numbers.ts';
import { deriveSeed } from '../../base/random.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { Guardian } from '../processes/guardian.ts';
import type { LinkDriver, RunningLink } from './link.ts';
import type { LinkClient } from './link-client.ts';
import { linkSetup, type ModelReady } from './link-messages.ts';
import { LINK_GRACE_MS, type LinkProcess, startLinkProcess } from './link-process.ts';
import type { WirefareLinkSettings } from './wirefare-link.ts';

const LOOPBACK = '127.0.0.1';

/** Why this engine, for the record. */
const WHY = 'asked for: a model of TCP on loopback, without packets';

export function modelledLinkDriver(settings: WirefareLinkSettings, guardian: Guardian): LinkDriver {
  const start = async (networks: readonly NetworkProfile[], seed: number) => {
    refuseLoss(networks);
    const { env, interrupted } = settings;
    const command = { program: await settings.program(), verb: 'model', env, interrupted } as const;
    const setup = linkSetup(networks, null, (name) => deriveSeed(seed, 'link', name));
    return startLinkProcess<ModelReady>(command, setup, guardian);
  };
  return {
    examine: async (networks) => {
      const { running } = await start(networks, 0);
      await running.close(LINK_GRACE_MS);
    },
    open: async (networks, { seed }) => {
      const startMs = settings.clock.nowMs();
      const model = await start(networks, seed);
      return runningLink(model, networks, settings.clock.nowMs() - startMs);
    },
  };
}

/** Throws a UserError that names every network with loss. */
function refuseLoss(networks: readonly NetworkProfile[]): void {
  const problems = networks
    .filter(({ lossShare }) => lossShare > 0)
    .map(({ name, lossShare }) => ({
      file: '--link modelled',
      path: name,
      what: `loses ${shortNumber(lossShare * 100, 3)} % of its packets, and the model has no retransmission: loss needs packets`,
    }));
  if (problems.length > 0) throw new UserError(problems);
}

function runningLink(
  { running, client, ready }: LinkProcess<ModelReady>,
  profiles: readonly NetworkProfile[],
  setUpMs: number,
): RunningLink {
  const { version, engine } = ready;
  const networks = profiles.map((profile) => ({
    profile,
    engine,
    why: WHY,
    calibration: null,
    checks: [],
  }));
  const forward = forwards(client);
  return {
    facts: { version, rootless: true, networks, tcp: null, setUpMs },
    pid: running.pid,
    serverAddresses: [LOOPBACK],
    clientPlace: null,
    serverPlace: null,
    labPort: async (port) => port,
    // Warm and cold exchanges have a port each, because a browser keeps its connections by origin.
    authority: async (network, port, connection) => `${LOOPBACK}:${await forward(network, port, connection)}`,
    addresses: () => ({ client: LOOPBACK, server: LOOPBACK }),
    audit: async () => null,
    exited: running.exited,
    close: () => running.close(LINK_GRACE_MS),
  };
}

/** Makes one forwarding port for each use; later sessions of the same port share it. */
function forwards(
  client: LinkClient<ModelReady>,
): (network: string, port: number, connection: string) => Promise<number> {
  const known = new Map<string, Promise<number>>();
  return (path, port, connection) => {
    const key = `${path} ${port} ${connection}`;
    const forward =
      known.get(key) ??
      client.ask<{ readonly port: number }>({ do: 'forward', path, port }).then((answer) => answer.port);
    known.set(key, forward);
    return forward;
  };
}
