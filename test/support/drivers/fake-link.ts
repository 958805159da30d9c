// A link without packets, for tests: both places are where the lab is, addresses lead to loopback, and a test
// says what its packets suffer, what its calibration saw and when it dies.

import type { EnvironmentError } from '../../../src/base/errors.ts';
import type { LinkDriver, LinkOpening, RunningLink } from '../../../src/drive/links/link.ts';
import type { ExitInfo } from '../../../src/drive/processes/exit-info.ts';
import type { Calibration, CalibrationCheck, LinkAudit, LinkFacts } from '../../../src/network/link-facts.ts';
import type { NetworkProfile } from '../../../src/network/profile.ts';
import { fakeLife } from './fake-life.ts';

export interface FakeLinkScript {
  /** Thrown by examine() and open(): this machine cannot give a link. */
  readonly missing?: EnvironmentError;
  /** Thrown by open() only, as by a calibration out of its bounds; not where checks are only to be told. */
  readonly outOfBounds?: EnvironmentError;
  /** What the calibration came to; all is well unless said. */
  readonly checks?: (profile: NetworkProfile) => readonly CalibrationCheck[];
  /** Packets that were in time unless said. */
  readonly audit?: (network: string, fromMs: number, toMs: number) => Partial<LinkAudit> | Promise<never>;
}

export interface FakeRunningLink {
  readonly networks: readonly string[];
  /** What was asked, in order: `lab 40123`, `3g 40124 warm`. */
  readonly asked: readonly string[];
  readonly isClosed: () => boolean;
  /** Ends it as a crash would. */
  exit(info: Partial<ExitInfo>): void;
}

export const AUDIT_IN_TIME: LinkAudit = {
  packets: 10,
  packetsLost: 0,
  packetsDropped: 0,
  latenessMsMean: 0.01,
  latenessMsMedian: 0.01,
  latenessMsP99: 0.05,
  latenessMsMax: 0.08,
  stallMsMax: 0.1,
  incomplete: false,
};

const FAKE_PID = 900_000;

export class FakeLink implements LinkDriver {
  /** Every link opened so far, in order. */
  readonly opened: FakeRunningLink[] = [];
  readonly examined: string[][] = [];
  readonly #script: FakeLinkScript;

  constructor(script: FakeLinkScript) {
    this.#script = script;
  }

  async examine(networks: readonly NetworkProfile[]): Promise<void> {
    this.examined.push(networks.map(({ name }) => name));
    if (this.#script.missing !== undefined) throw this.#script.missing;
  }

  async open(networks: readonly NetworkProfile[], { calibration }: LinkOpening): Promise<RunningLink> {
    const { missing, outOfBounds, audit, checks = checksOf } = this.#script;
    const refusal =
      missing ?? (calibration === undefined || calibration === 'bound' ? outOfBounds : undefined);
    if (refusal !== undefined) throw refusal;
    const life = fakeLife();
    const asked: string[] = [];
    this.opened.push({
      networks: networks.map(({ name }) => name),
      asked,
      isClosed: () => life.closed.signal.aborted,
      exit: life.exit,
    });
    return {
      facts: factsOf(networks, calibration === 'none' ? null : checks),
      pid: FAKE_PID,
      serverAddresses: ['127.0.0.1'],
      clientPlace: null,
      serverPlace: null,
      labPort: async (port) => {
        asked.push(`lab ${port}`);
        return port;
      },
      authority: async (network, port, connection) => {
        asked.push(`${network} ${port} ${connection}`);
        return `127.0.0.1:${port}`;
      },
      addresses: () => ({ client: '127.0.0.1', server: '127.0.0.1' }),
      audit: async (network, fromMs, toMs) => ({
        ...AUDIT_IN_TIME,
        ...(await audit?.(network, fromMs, toMs)),
      }),
      exited: life.exited,
      close: async () => {
        life.closed.abort();
        life.exit({ signal: 'SIGTERM' });
      },
    };
  }
}

/** `checks`: null where nothing is calibrated. */
function factsOf(
  networks: readonly NetworkProfile[],
  checks: ((profile: NetworkProfile) => readonly CalibrationCheck[]) | null,
): LinkFacts {
  const tcp = {
    congestionControl: 'cubic',
    initialWindow: 10,
    noMetricsSave: true,
    slowStartAfterIdle: false,
  };
  return {
    version: '0.0.0',
    rootless: false,
    networks: networks.map((profile) => ({
      profile,
      engine: 'tun',
      why: 'the first that works here',
      calibration: checks === null ? null : calibrationOf(profile),
      checks: checks === null ? [] : checks(profile),
    })),
    tcp: { client: tcp, server: tcp },
    setUpMs: 1_000,
  };
}

/** A link that is right to the last digit. */
function calibrationOf({ name, rttMs, downKbits, upKbits }: NetworkProfile): Calibration {
  const counters = {
    packetsIn: 300,
    bytesIn: 300_000,
    packetsOut: 300,
    bytesOut: 300_000,
    packetsLost: 0,
    packetsDropped: 0,
    packetsQueued: 0,
  };
  return {
    path: name,
    compensationMs: 0.25,
    echo: { sent: 30, received: 30, ipBytes: 64, rttMsMin: rttMs, rttMsMedian: rttMs, rttMsP99: rttMs },
    slope: { smallBytes: 64, fullBytes: 1_500, differenceMs: 1 },
    train: { packets: 100, downKbitPerS: downKbits ?? 0, upKbitPerS: upKbits ?? 0 },
    gets: [],
    counters: { down: counters, up: counters },
    tookMs: 500,
  };
}

function checksOf({ rttMs }: NetworkProfile): CalibrationCheck[] {
  const bounds = { least: rttMs - 0.3, most: rttMs + 0.3 };
  return [{ what: 'round trip, median', measured: rttMs, ...bounds, unit: 'ms', within: true }];
}
