// Processes that a run needs, behind an interface: the real ones (the folders beside this file) and the fakes
// (test/support/drivers). Whoever starts something gets a handle whose close() leaves nothing behind.

import type { Protocol } from '../factors/protocol.ts';
import type { FrontSettings } from '../wire/front.ts';
import type { About } from '../wire/target-contract.ts';
import type { LinkChoice, LinkDriver } from './links/link.ts';
import type { Placement } from './links/placement.ts';
import type { LoadDriver } from './load/load.ts';
import type { ExitInfo } from './processes/exit-info.ts';
import type { SlowdownDriver } from './slow/slowdown.ts';
import type { CertificateFiles } from './targets/certificate.ts';
import type { RequestTotal } from './targets/request-total.ts';

/** A client process with the agent page open. */
export interface RunningAgent {
  readonly engine: string;
  /** As the browser's own --version says. */
  readonly version: string;
  readonly command: readonly string[];
  /** What its fresh profile was told beforehand, beside the command; absent: nothing. */
  readonly preferences?: string;
  readonly pid: number;
  /** Process groups that it needs beside its own (an X server). */
  readonly otherGroups?: readonly number[];
  /** Resolves when it is gone, whoever ended it. Never rejects. */
  readonly exited: Promise<ExitInfo>;
  /** Of a browser that a remote end started; absent: it runs on this machine, or somebody opened it. */
  readonly remote?: RemoteAgent;
  /** Ends the whole process group and removes its profile. Safe to call twice. */
  close(): Promise<void>;
}

export interface RemoteAgent {
  readonly placed: Placed;
  /**
   * Called where nothing is timed. Says now and then to the remote end that the session is still wanted; if
   * the remote end has lost it, the agent exits.
   */
  stayAlive(): Promise<void>;
  /** Whether the remote end has the session no more. Never rejects. */
  isLost(): Promise<boolean>;
  /**
   * The most sessions of others that were seen on its node, at `stayAlive` and now; null where the remote end
   * never said. Never rejects.
   */
  others(): Promise<number | null>;
}

/** Where a remote end put a session. */
export interface Placed {
  /** `https://host:4444`. */
  readonly server: string;
  /** Of the Grid, or of the driver; empty where it does not say. */
  readonly serverVersion: string;
  /** The Grid's name for the node; the server itself where that names no nodes. */
  readonly node: string;
  /** Where the node listens; empty where it is not told. */
  readonly nodeUri: string;
  /** Sessions of others on that node when ours began. */
  readonly others: number;
  /**
   * Browsers that were started for it beside sessions of this run, on their nodes, and given back at once;
   * absent: none.
   */
  readonly bounced?: number;
  /** What came, as far as the standard has it. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export interface AgentDriver {
  /** chromium, firefox, webkit, node. */
  readonly name: string;
  /**
   * Finds the program and its version, or throws an EnvironmentError with what was tried and what installs
   * it.
   */
  find(): Promise<{ readonly path: string; readonly version: string }>;
  /**
   * Builds what is not built yet, so that no session comes after a compiler; absent where nothing has to be.
   */
  prepare?(): Promise<void>;
  /** Starts it with a fresh profile on the agent page. */
  open(pageUrl: string, settings?: AgentSettings): Promise<RunningAgent>;
}

export interface AgentSettings {
  /** Absent: where the lab is. */
  readonly placement?: Placement | null;
  /** Absent: it will meet no certificate. */
  readonly trust?: Trust | null;
  /** It is to keep dictionaries of other origins (RFC 9842), where it can and would not by itself. */
  readonly dictionaries?: boolean;
  /** `127.0.0.1:40126`: where it is to speak HTTP/3, if it can. */
  readonly http3?: readonly string[];
}

/** The run's certificate, as its clients are told to trust it, and nothing else. */
export interface Trust {
  readonly certFile: string;
  readonly spkiSha256Base64: string;
  readonly sha256Fingerprint: string;
  /** `10.201.1.2:40123`: every place where the client will meet the certificate. */
  readonly authorities: readonly string[];
}

/** Where a target listens for each protocol that it has, and for WebTransport where that has its own port. */
export type ProtocolPorts = { readonly http1: number } & Readonly<
  Partial<Record<Protocol | 'webtransport', number>>
>;

/** Undefined where it has none. */
export function webTransportPort({ webtransport, h3 }: ProtocolPorts): number | undefined {
  return webtransport ?? h3;
}

export interface RunningTarget {
  readonly name: string;
  /** As its driver says. */
  readonly isFront?: true;
  /** Where the lab reaches it: `http://127.0.0.1:40123`, no slash at the end. */
  readonly url: string;
  /** Where it listens in its own place; `port` is that of http1. */
  readonly port: number;
  readonly ports: ProtocolPorts;
  readonly about: About;
  /** What every request but /about has to bring; null where the target answers anybody. */
  readonly secret: string | null;
  readonly command: readonly string[];
  readonly pid: number;
  /** Process groups that belong to it beside its own: of the server behind a front. */
  readonly otherGroups?: readonly number[];
  readonly exited: Promise<ExitInfo>;
  /** Resolves when the server behind a front may be asked; absent: at once. */
  readonly rested?: Promise<void>;
  close(): Promise<void>;
}

export interface TargetDriver {
  /** `node`, the folder's name under targets/. */
  readonly name: string;
  /** It is a front: the server behind it keeps no contract, and nobody holds it to one. */
  readonly isFront?: true;
  /**
   * Throws an EnvironmentError with all that is missing to build it, if it is not built yet, and to run it;
   * builds and starts nothing.
   */
  find(): Promise<void>;
  /**
   * Builds what is not built yet, so that no measured time goes into a compiler; absent where nothing is.
   */
  prepare?(): Promise<void>;
  /** Starts a fresh process, waits for its ready line and its /about. */
  start(settings: TargetSettings): Promise<RunningTarget>;
}

export interface PayloadFolder {
  readonly folder: string;
  /** Of all of it as JSON. */
  readonly jsonBytes: number;
}

/** Whose requests a target is to answer, beside those to loopback, if they know its secret. */
export interface Readers {
  /** The one whose pages may read the answers; null: any page, if it knows the secret. */
  readonly origin: string | null;
  /** Names and addresses that lead to the target. */
  readonly hosts: readonly string[];
}

export interface TargetSettings {
  /** Objects to have in memory for each dataset. */
  readonly largestN: number;
  /** Those that will be asked for; absent: all that are generated. */
  readonly datasets?: readonly string[];
  /** People's own data, as they are kept. */
  readonly payloads?: readonly PayloadFolder[];
  /** Absent: where the lab is. */
  readonly placement?: Placement | null;
  /** PEM files: with them a target that can also listens for HTTPS. Absent: http1 alone. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string } | null;
  /** Absent: it is to answer anybody, as one started by hand. */
  readonly readers?: Readers;
}

/** A server that knows nothing of us, to be measured as a target of that name. */
export interface FrontAsk extends Omit<FrontSettings, 'dialer' | 'most' | 'isUntold'> {
  /** null: as many requests as come, and as often. */
  readonly total: RequestTotal | null;
}

/** A server that somebody's own command starts. */
export interface OwnServerAsk {
  /** In messages. */
  readonly name: string;
  /** One word is a line for the shell; `{port}` in it is the port. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** What it will be asked; its port is replaced by one that is free. */
  readonly url: string;
  /** Whether somebody takes connections for this URL. */
  readonly answers: (url: string) => Promise<boolean>;
  /** Longest wait until it does, where that is shorter than for any server, ms. */
  readonly readyWithinMs?: number;
}

export interface RunningServer {
  /** With the port that it was given. */
  readonly url: string;
  readonly pid: number;
  readonly command: readonly string[];
  readonly exited: Promise<ExitInfo>;
  /** Ends it with everything that it started. Safe to call twice. */
  close(): Promise<void>;
}

export interface Drivers {
  agent(browser: string): AgentDriver;
  target(name: string): TargetDriver;
  /** What stands before a server that somebody else runs, and speaks as targets do. */
  front(ask: FrontAsk): TargetDriver;
  /** Starts it, and waits until it answers. */
  ownServer(ask: OwnServerAsk): Promise<RunningServer>;
  link(choice: LinkChoice): LinkDriver;
  /** What carries other clients. */
  load(): LoadDriver;
  /** What slows clients down. */
  slowdown(): SlowdownDriver;
  /**
   * A fresh certificate for localhost, 127.0.0.1 and these addresses; it goes with this process.
   * `withAuthority`: people are to trust it on their devices.
   */
  certificate(addresses: readonly string[], withAuthority?: boolean): Promise<CertificateFiles>;
  /**
   * Targets that were held to the contract before, with what was used of them → how many checks they passed;
   * runs add theirs. Absent: every run holds its targets anew. Only for targets that cannot change meanwhile,
   * in one process.
   */
  readonly verified?: Map<string, number>;
}
