// What the link of a run was, and how often its blocks had to be left out.

import { raise, type Warning } from '../../base/warnings/warning.ts';
import { serialisationMs } from '../../network/closed-form.ts';
import type { LinkNetwork } from '../../network/link-facts.ts';
import type { LinkEngine } from '../../network/profile.ts';
import { nameNetwork } from '../../network/say-network.ts';
import type { RunFile, SessionFacts, VoidCause } from '../../record/record.ts';

export interface LinkSummary {
  readonly networks: readonly MeasuredNetwork[];
  /** As read back at both ends; null where the engine is a model. */
  readonly tcp: { readonly congestionControl: string; readonly initialWindow: number } | null;
  readonly voided: VoidedBlocks;
}

export interface MeasuredNetwork {
  readonly name: string;
  readonly engine: LinkEngine;
  /** As calibrated before use; null where there are no packets to measure. */
  readonly measured: {
    /** Of small packets. */
    readonly rttMsMedian: number;
    /** By the profile: its round trip, and what such a packet takes on the wire each way. */
    readonly rttMsExpected: number;
    readonly downKbitPerS: number;
    readonly upKbitPerS: number;
  } | null;
}

/** Of the sessions over the link that count. */
export interface VoidedBlocks {
  /** Carried out, void ones and repeats among them. */
  readonly blocks: number;
  readonly byCause: Readonly<Record<VoidCause, number>>;
}

/** null where no session went over a link. */
export function linkSummary(run: RunFile, counted: readonly SessionFacts[]): LinkSummary | null {
  const { link } = run;
  if (link === null) return null;
  const { tcp } = link;
  return {
    networks: link.networks.map(measuredNetwork),
    tcp:
      tcp === null
        ? null
        : {
            congestionControl: agreed(tcp.server.congestionControl, tcp.client.congestionControl),
            initialWindow: tcp.server.initialWindow,
          },
    voided: voidedBlocks(counted.filter((facts) => isOverLink(run, facts))),
  };
}

/** A model of TCP is never taken for packets. */
export function modelWarnings({ link, study }: RunFile): Warning[] {
  const modelled = (link?.networks ?? []).filter(({ engine }) => engine === 'modelled');
  if (modelled.length === 0) return [];
  const names = modelled.map(({ profile }) => nameNetwork(profile.name, study.networks)).join(', ');
  const what = `${names}: modelled, not packets; TCP was computed by a proxy on loopback, nothing of it was measured`;
  return [raise('modelled-network', what)];
}

function measuredNetwork({ profile, engine, calibration }: LinkNetwork): MeasuredNetwork {
  const { name } = profile;
  if (calibration === null) return { name, engine, measured: null };
  const { echo, train } = calibration;
  const { downKbitPerS, upKbitPerS } = train;
  const { rttMsMedian, ipBytes } = echo;
  const wiresMs = serialisationMs(ipBytes, profile.downKbits) + serialisationMs(ipBytes, profile.upKbits);
  const rttMsExpected = profile.rttMs + wiresMs;
  return { name, engine, measured: { rttMsMedian, rttMsExpected, downKbitPerS, upKbitPerS } };
}

function agreed(server: string, client: string): string {
  return server === client ? server : `${server} (client: ${client})`;
}

function isOverLink({ plan }: RunFile, { planned }: SessionFacts): boolean {
  return plan.sessions[planned]?.place === 'link';
}

function voidedBlocks(sessions: readonly SessionFacts[]): VoidedBlocks {
  const byCause: Record<VoidCause, number> = { agent: 0, late: 0, stalled: 0, unknown: 0 };
  let blocks = 0;
  for (const { blocks: done, voidedBlocks: voided } of sessions) {
    blocks += done ?? 0;
    for (const { cause } of voided) byCause[cause] += 1;
  }
  return { blocks, byCause };
}
