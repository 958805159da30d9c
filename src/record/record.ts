// The record: the folder that a run leaves, from which every report can be remade.
//   run.json         what was planned, on what, how it went (RunFile)
//   samples.ndjson   one line a sample (SampleRow), appended while the run goes on
//   probes.ndjson    one line a probe (ProbeRow), likewise
//   samples.parquet  the same samples with the cells' factors as columns, written at the end
//   summary.json     what came of it (see ../summary/summary.ts)

import type { Warning } from '../base/warnings/warning.ts';
import type { AuditCause } from '../network/audit.ts';
import type { LinkAudit, LinkFacts } from '../network/link-facts.ts';
import type { Plan, Share } from '../plan/plan.ts';
import type { Study } from '../study/study.ts';
import type { CheckResult, ProbeResult } from '../wire/agent-protocol.ts';
import type { Sample } from '../wire/sample.ts';
import type { About } from '../wire/target-contract.ts';
import type { AdviceFacts } from './advice-facts.ts';

export const RECORD_VERSION = 1;

export type RunStatus = 'running' | 'complete' | 'interrupted' | 'failed';

export interface RunFile {
  readonly version: typeof RECORD_VERSION;
  readonly wirefare: string;
  readonly status: RunStatus;
  /** Why it ended, where it did not complete. */
  readonly reason: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly study: Study;
  readonly plan: Plan;
  /** The link of its sessions over emulated networks; null where there was none. */
  readonly link: LinkFacts | null;
  readonly host: HostFacts;
  readonly sessions: readonly SessionFacts[];
  /** Finished rotations at each look that was taken, in order; absent: none was. */
  readonly looks?: readonly number[];
  /** Complete sessions at each of those looks; absent in earlier versions, and where none was taken. */
  readonly lookSessions?: readonly number[];
  /** What looks took out of the sessions after them; absent: nothing. */
  readonly race?: readonly RaceStep[];
  readonly warnings: readonly Warning[];
  /** Of a run that is to end with advice about a payload. */
  readonly advice?: AdviceFacts;
  /** Where targets and clients lay that are none of the project's; absent: all of them are. */
  readonly elsewhere?: Elsewhere;
  /** What predictions are held beside; absent: the study names nothing for it. */
  readonly held?: HeldFacts;
  /** Of what it was put together; absent: it is what one run left, on `host`. */
  readonly merged?: MergedFacts;
}

/** Of a record that was put together from several (`merge/merge-runs.ts`). */
export interface MergedFacts {
  readonly machines: readonly MachineFacts[];
  readonly records: readonly MergedRecord[];
  /**
   * The level that it is looked at with is that of so many looks: its records took as many, or what they were
   * merged to before did. Absent in earlier versions.
   */
  readonly look?: number;
}

export interface MachineFacts {
  /** `m1`, `m2`, … in the order in which the records were named. */
  readonly name: string;
  /** As its first record has it. */
  readonly host: HostFacts;
}

/** One of the records that a merged one was put together from. */
export interface MergedRecord {
  /** Its folder's name. */
  readonly name: string;
  /** Index into `machines`. */
  readonly machine: number;
  readonly status: RunStatus;
  readonly reason: string;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly seed: number;
  /** The part of a plan that it was dealt; absent: a plan of its own. */
  readonly share?: Share;
  /** Looks at which its run could have ended, and its end. */
  readonly looks: number;
  readonly link: LinkFacts | null;
  readonly host: HostFacts;
}

/** Measured after all other sessions, in time of its own; `heldRun` makes a run of it. */
export interface HeldFacts {
  readonly plan: Plan;
  readonly sessions: readonly SessionFacts[];
  /** null before it was set up, and where it was not needed. */
  readonly link: LinkFacts | null;
  /** Why it ended early; empty where it did not. */
  readonly reason: string;
}

/** What a look changed for the sessions after it. */
export interface RaceStep {
  /** Finished rotations at the look. */
  readonly rotations: number;
  /** Cells that no open question needed any more, those of earlier steps not among them. */
  readonly dropped: readonly string[];
  /** Cells that were dropped before and are needed again, as a question asks for more now. */
  readonly returned: readonly string[];
}

/** Name → folder, absolute, on the machine that the lab ran on. */
export interface Elsewhere {
  readonly targets: Readonly<Record<string, string>>;
  readonly clients: Readonly<Record<string, string>>;
}

/** The machine that the lab runs on. */
export interface HostFacts {
  readonly os: string;
  readonly kernel: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly node: string;
  /** Tells machines of one model apart: a digest of the system's own id. null: it has none; absent before. */
  readonly id?: string | null;
  /** cpufreq governor, where the system tells. */
  readonly governor: string | null;
  readonly virtualised: string | null;
}

/**
 * `ended`: its process did, or did not start anew · `wrong`: a timed answer was · `changed`: it does not do
 * any more what it did when it was verified · `unanswered`: it did not answer the lab, or it hung.
 */
export interface TargetFault {
  /** As the level of its factor. */
  readonly target: string;
  readonly how: 'ended' | 'wrong' | 'changed' | 'unanswered';
}

export interface SessionFacts {
  /** Order of start in this record; samples carry it. */
  readonly session: number;
  /** Of a merged record: index of the record that it came from, in `merged.records`. */
  readonly record?: number;
  /** Index of the planned session that it carried out. */
  readonly planned: number;
  readonly status: 'running' | 'complete' | 'interrupted' | 'failed';
  /**
   * So many sessions of its run were complete with it, itself among them: the order in which looks saw them.
   * Absent where it is not complete, and in records of a wirefare that did not count.
   */
  readonly completed?: number;
  readonly reason: string;
  readonly startedAt: string;
  readonly agent: AgentFacts | null;
  /** Of several the first that was planned. */
  readonly target: TargetFacts | null;
  /** By the level of their factor, where the session has several; absent: `target` alone. */
  readonly targets?: Readonly<Record<string, TargetFacts>>;
  readonly checks: readonly CheckedCell[];
  /** Cells that were left out of this session and why: check failed, codec missing, … */
  readonly dropped: readonly { readonly cell: string; readonly reason: string }[];
  /**
   * Blocks that must not count; each stands in the samples, and is repeated once under a number of its own.
   */
  readonly voidedBlocks: readonly VoidedBlockFacts[];
  /**
   * Blocks carried out, void ones and repeats among them; null in records of a wirefare that did not count
   * them.
   */
  readonly blocks: number | null;
  /**
   * Cell → how many of its timed answers were compared with the original, void blocks' among them. Absent
   * where the agent compares none, and in records of a wirefare that did not ask for it.
   */
  readonly compared?: Readonly<Record<string, number>>;
  /** Cell of a URL → how a timed answer differed from those before; absent: none did. */
  readonly changed?: Readonly<Record<string, string>>;
  /** Wall time of its blocks alone, ms; absent in records of a wirefare that did not stamp it. */
  readonly blocksMs?: number;
  /** The run's time was up before every cell had its least; absent: it was not. */
  readonly cut?: true;
  /**
   * Its target was caught at a wrong answer, or at not doing what it did when it was verified; absent: not.
   */
  readonly untrue?: true;
  /** By which of its targets it failed, where that is known. */
  readonly fault?: TargetFault;
  /** The node that its client ran on was lost with it, so it is planned again; absent: not. */
  readonly lost?: true;
  /** Where that was, of a client that never came to its page; absent: `agent` says so, or nobody knows. */
  readonly lostAt?: PlacedFacts;
  /** Others had every node for as long as the lab waits, so its kind was given up; absent: there was room. */
  readonly noRoom?: true;
  /** Wall time from the agent's registration to its end: checks, blocks and probes, ms. */
  readonly wallMs: number;
  /** Sum of totals of all completed exchanges in that time (warm-up and empty ones too), ms. */
  readonly exchangesMs: number;
  /** Time until the agent had registered, ms. */
  readonly startMs: number;
  /**
   * CPU time taken by others and stolen by the hypervisor meanwhile, shares of all cores; null where unknown.
   */
  readonly cpuStealShare: number | null;
  readonly cpuPressureShare: number | null;
  readonly loadOutsideShare: number | null;
  /** What the run's own processes used meanwhile; null where unknown, absent in records from before. */
  readonly cpuMs?: OwnCpuTimes | null;
  /** Other clients that asked while its blocks were measured; absent: there were none. */
  readonly clients?: ClientsFacts;
  /** How its client was slowed down; absent: it kept its pace. */
  readonly slowdown?: SlowdownFacts;
  /** What of `cpuMs` each target used, where the session has several. */
  readonly targetsCpuMs?: Readonly<Record<string, number>> | null;
}

/** A client that was slowed down, and what that came to. */
export interface SlowdownFacts {
  /** So many times slower: the level of the factor. */
  readonly asked: number;
  /**
   * What a fixed piece of work took the client before it was slowed down and after, the least of several
   * times, ms; absent of clients that cannot do it.
   */
  readonly knownWork?: { readonly beforeMs: number; readonly slowedMs: number };
}

/** CPU time, ms; `link` is what emulates the network. */
export interface OwnCpuTimes {
  readonly lab: number;
  readonly agent: number;
  readonly target: number;
  readonly link: number;
  /** What carried other clients, and the copy of the target that they asked; absent: there were none. */
  readonly clients?: number;
}

/** Other clients of a session, as what carried them tells. */
export interface ClientsFacts {
  /** The level of the factor. */
  readonly clients: string;
  /** Name, version and command of what carried them. */
  readonly generator: { readonly version: string; readonly command: readonly string[] };
  /**
   * Cores of the machine, numbered from 0, that target (and copy) and generator ran on; null: any of
   * `machine`.
   */
  readonly cores: {
    readonly target: readonly number[] | null;
    readonly generator: readonly number[] | null;
    readonly machine: number;
  };
  /** Of all requests after the clients had settled. `failed` ones are among them. */
  readonly requests: number;
  readonly failed: number;
  /** What the first failure said; empty where there was none. */
  readonly failure: string;
  /** Due, and not begun because every client still waited; null of a closed model. */
  readonly dropped: number | null;
  /**
   * Sent to answered, by the generator's own clock, which a busy core makes late; null: none was answered.
   */
  readonly waitMs: ClientPercentiles | null;
  /** Due to begun, to a millisecond; null of a closed model, and where some were dropped. */
  readonly latenessMs: ClientPercentiles | null;
  /** In which all this was seen, ms: the blocks, and what lies around them. */
  readonly wallMs: number;
  /** CPU time meanwhile, ms; null where the system does not say. */
  readonly cpuMs: { readonly generator: number; readonly target: number; readonly copy: number } | null;
  /** How long the generator was ready to run and others had its cores, ms; null likewise; absent: unasked. */
  readonly generatorWaitedMs?: number | null;
  /** Why the load was not what was asked for; absent: it was. */
  readonly saturated?: string;
}

export interface ClientPercentiles {
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/**
 * `agent`: the client says so (a hidden page) · `late`: packets of its time were handed on too late ·
 * `stalled`: the machine stood still · `unknown`: the link cannot tell what its packets suffered.
 */
export type VoidCause = 'agent' | AuditCause;

export interface VoidedBlockFacts {
  readonly block: number;
  readonly cause: VoidCause;
  readonly why: string;
  /** What its packets suffered, where the link said so. */
  readonly suffered?: LinkAudit;
}

/** A cell's check, with what the lab itself saw of the answer's head. */
export interface CheckedCell extends Omit<CheckResult, 'failed'> {
  /** Status line and header fields of the answer, bytes. */
  readonly bytesHeaders: number;
  /** Its head said nothing of how long the body is. */
  readonly withoutLength?: true;
  /**
   * How a URL's answer differed from those that were read before the run; it is decoded then, and compared no
   * more.
   */
  readonly changed?: string;
}

export interface AgentFacts {
  readonly engine: string;
  readonly engineVersion: string;
  readonly userAgent: string;
  readonly command: readonly string[];
  /** What the browser's fresh profile was told beforehand, beside the command; absent: nothing. */
  readonly preferences?: string;
  readonly cores: number;
  readonly clockStepUs: number;
  readonly crossOriginIsolated: boolean;
  /** Whose page it was, where somebody opened it: the same in all sessions that it joined. */
  readonly device?: string;
  /**
   * It followed the run in the lab's page, too, by its address and by what it calls itself; absent: not that
   * anybody knows.
   */
  readonly watches?: true;
  /** Where a remote end put it; absent: it ran on the lab's machine, or somebody opened it. */
  readonly placed?: PlacedFacts;
}

/** Where a browser of a Grid, or of another W3C WebDriver remote end, ran. */
export interface PlacedFacts {
  /** `https://host:4444`. */
  readonly server: string;
  /** Empty where it does not say. */
  readonly serverVersion: string;
  /** The Grid's name for the node; the server itself where that names no nodes. */
  readonly node: string;
  /** Where the node listens; empty where it is not told. */
  readonly nodeUri: string;
  /** The most sessions of others seen on that node: at the beginning, between blocks, at the end. */
  readonly others: number;
  /**
   * Browsers that the Grid first started for it beside other sessions of this run, each given back at once;
   * absent: none.
   */
  readonly bounced?: number;
  /** What came, as far as the standard has it. */
  readonly capabilities: Readonly<Record<string, unknown>>;
}

export interface TargetFacts {
  readonly about: About;
  readonly command: readonly string[];
}

/** A line of samples.ndjson. */
export interface SampleRow extends Sample {
  readonly session: number;
  /** Left out of every figure by default. */
  readonly warmup: boolean;
  /** The first exchange of a visit: what it takes depends on the cell before it, so it does not count. */
  readonly settling?: true;
  /** An answer of a client and a server that had just been started; warm-up as well. */
  readonly firstUse?: true;
}

/** A line of probes.ndjson. */
export interface ProbeRow extends ProbeResult {
  readonly session: number;
}
