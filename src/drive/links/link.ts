// The emulated network as a process, behind an interface: the real one (wirefare-link, the model) and the
// fake (fake-link.ts). One link carries every network of a run, each as a path of its own between the same
// two places, so that a session can change networks between two blocks without starting anything anew.

import type { LinkAudit, LinkFacts } from '../../network/link-facts.ts';
import type { NetworkProfile } from '../../network/profile.ts';
import type { ExitInfo } from '../processes/exit-info.ts';
import type { Placement } from './placement.ts';

export interface RunningLink {
  readonly facts: LinkFacts;
  /** Process group of the program that carries the packets. */
  readonly pid: number;
  /** Every address of the server, for its certificate. */
  readonly serverAddresses: readonly string[];
  /** null if the client runs where the lab is. */
  readonly clientPlace: Placement | null;
  readonly serverPlace: Placement | null;
  /**
   * The port, on the loopback of the client's place, that leads to this port of the lab's loopback. Its
   * traffic is not shaped.
   */
  labPort(port: number): Promise<number>;
  /**
   * `10.201.1.2:40123`: where the client finds the server's port over that network. Cold exchanges get an
   * address of their own if there is one, because a browser keeps its connections by origin.
   */
  authority(network: string, port: number, connection: 'warm' | 'cold'): Promise<string>;
  /** The addresses of the two ends of that network. In a model both are the lab's. */
  addresses(network: string): { readonly client: string; readonly server: string };
  /** null if the engine has no packets to report. Times are milliseconds since 1970. */
  audit(network: string, fromMs: number, toMs: number): Promise<LinkAudit | null>;
  readonly exited: Promise<ExitInfo>;
  /** Leaves no process, no namespace and no device. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * `auto`: packets; `modelled`: a proxy that models handshake and slow start, only if the user asks for it.
 */
export type LinkChoice = 'auto' | 'tun' | 'veth' | 'tbf' | 'modelled';

export type PacketChoice = Exclude<LinkChoice, 'modelled'>;

export const PACKET_CHOICES: readonly PacketChoice[] = ['auto', 'tun', 'veth', 'tbf'];

export const LINK_CHOICES: readonly LinkChoice[] = [...PACKET_CHOICES, 'modelled'];

export interface LinkDriver {
  /**
   * Whether this machine can give these networks: sets them up, measures nothing and takes them down again.
   * Throws an EnvironmentError with everything that was tried and what mends it.
   */
  examine(networks: readonly NetworkProfile[]): Promise<void>;
  /**
   * Sets up and calibrates every network. Throws an EnvironmentError with everything that was tried if the
   * machine cannot give them, or with the measured figures if one is outside its bounds.
   */
  open(networks: readonly NetworkProfile[], opening: LinkOpening): Promise<RunningLink>;
}

export interface LinkOpening {
  /** Seeds every draw of jitter and loss. */
  readonly seed: number;
  /**
   * bound (the default): a network outside its bounds refuses the link · told: the checks are reported and
   * the caller decides · none: nothing is measured.
   */
  readonly calibration?: 'bound' | 'told' | 'none';
  /** Called with what is being done: `calibrating 3g (1.6/0.768 Mbit/s, 300 ms)`. */
  readonly tell?: (doing: string) => void;
  /** Aborting it gives up at once. */
  readonly interrupted?: AbortSignal;
}
