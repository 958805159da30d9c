// An agent without a client, for tests: speaks the agent protocol over HTTP as a page would, but measures
// nothing. What it answers to each job is the test's script; by default every cell is right and every
// exchange takes 2 ms.

import { NO_TIMES } from '../../../src/items/columns.ts';
import {
  type Ack,
  AGENT_PROTOCOL_VERSION,
  type BlockSpec,
  type BlocksJob,
  type CellSpec,
  type CheckResult,
  type ComparedAnswer,
  type Job,
  type ProbeResult,
  type Registered,
  type Registration,
  type SamplePost,
} from '../../../src/wire/agent-protocol.ts';
import type { Sample } from '../../../src/wire/sample.ts';

export interface AgentScript {
  readonly registration?: Partial<Registration>;
  readonly check?: (spec: CellSpec) => Partial<CheckResult>;
  readonly probe?: (spec: CellSpec) => Partial<ProbeResult> | Promise<Partial<ProbeResult>>;
  /** Changes the samples of a block, or throws as an agent that dies. */
  readonly samples?: (block: BlockSpec, samples: readonly Sample[]) => readonly Sample[];
  /** What comparing the objects of a drawn exchange gives; null, unless it says otherwise. */
  readonly compare?: ((sample: Sample) => string | null) | 'leaves out';
  /** Why this block must not count; null where it does. */
  readonly voided?: (block: number) => string | null;
  /** By which it knows when to stop; the real clock unless given. */
  readonly nowMs?: () => number;
  /** Called before every post, one a block. */
  readonly beforePost?: () => void | Promise<void>;
}

/** Works until the lab says that it is over. Rejects where the lab refuses something or the script throws. */
export async function actAgent(pageUrl: string, script: AgentScript = {}): Promise<void> {
  const lab = new Lab(new URL(pageUrl).origin);
  const agent = await registered(lab, pageUrl, script);
  let sequence = 0;
  const nextSequence = () => sequence++;
  for (;;) {
    const job = await lab.job(agent);
    switch (job.kind) {
      case 'end':
        return;
      case 'wait':
        break;
      case 'check':
        await lab.post(
          `/agent/${agent}/checks`,
          job.cells.map((spec) => checkOf(spec, script)),
        );
        break;
      case 'probe':
        await lab.post(
          `/agent/${agent}/probes`,
          await Promise.all(job.cells.map((spec) => probeOf(spec, script))),
        );
        break;
      case 'blocks':
        await blocks(job, script, nextSequence, (post) => lab.post(`/agent/${agent}/samples`, post));
    }
  }
}

/** As a page does that is closed right after it came. */
export async function leaveAtOnce(pageUrl: string): Promise<void> {
  const lab = new Lab(new URL(pageUrl).origin);
  const agent = await registered(lab, pageUrl, {});
  await lab.post(`/agent/${agent}/trouble`, { what: 'the page was closed', stack: '' });
}

/** What it is called from then on. */
async function registered(lab: Lab, pageUrl: string, script: AgentScript): Promise<string> {
  const token = new URLSearchParams(new URL(pageUrl).hash.slice(1)).get('token') ?? '';
  const answer = await lab.post('/agent/register', { ...REGISTRATION, token, ...script.registration });
  return (answer as Registered).agent;
}

/** A post after every block, so that a script can act at each. */
async function blocks(
  job: BlocksJob,
  script: AgentScript,
  nextSequence: () => number,
  post: (samples: SamplePost) => Promise<unknown>,
): Promise<void> {
  const { nowMs = () => performance.now() } = script;
  const startMs = nowMs();
  for (const [index, block] of job.blocks.entries()) {
    const samples = samplesOf(block, nextSequence);
    const why = script.voided?.(block.block) ?? null;
    await script.beforePost?.();
    const done = index === job.blocks.length - 1 || nowMs() - startMs >= job.stopAfterMs;
    const posted = script.samples?.(block, samples) ?? samples;
    const ack = (await post({
      samples: posted,
      compared: compared(block, posted, script),
      blocks: why === null ? [block.block] : [],
      voided: why === null ? [] : [{ block: block.block, why }],
      done,
      wallMs: 1,
    })) as Ack;
    if (done || !ack.goOn) return;
  }
}

function compared(block: BlockSpec, samples: readonly Sample[], { compare }: AgentScript): ComparedAnswer[] {
  if (compare === 'leaves out') return [];
  const drawn = drawnSamples(block, samples).filter(({ outcome }) => outcome === 'completed');
  return drawn.map((sample) => {
    const { cell, block, sequence } = sample;
    return { cell, block, sequence, difference: compare?.(sample) ?? null };
  });
}

function samplesOf(block: BlockSpec, nextSequence: () => number): Sample[] {
  return block.visits.flatMap(({ cell, exchanges }) =>
    Array.from({ length: exchanges }, () => {
      const sequence = nextSequence();
      return { ...SAMPLE, cell, block: block.block, sequence, startMs: sequence * 2 };
    }),
  );
}

/** Those that are to be compared, where the block has all of its samples in their order. */
export function drawnSamples({ visits, compare = [] }: BlockSpec, samples: readonly Sample[]): Sample[] {
  return compare.map(({ visit, nth }) => {
    const before = visits.slice(0, visit).reduce((sum, { exchanges }) => sum + exchanges, 0);
    return samples[before + nth]!;
  });
}

function checkOf(spec: CellSpec, script: AgentScript): CheckResult {
  const right = {
    cell: spec.cell,
    difference: null,
    bytesEncoded: 100,
    bytesDecoded: 100,
    contentEncoding: '',
    compared: 1,
  };
  return { ...right, ...script.check?.(spec) };
}

async function probeOf(spec: CellSpec, script: AgentScript): Promise<ProbeResult> {
  return { ...NO_PROBE, cell: spec.cell, ...(await script.probe?.(spec)) };
}

class Lab {
  readonly #origin: string;
  constructor(origin: string) {
    this.#origin = origin;
  }

  async job(agent: string): Promise<Job> {
    return (await (await fetch(`${this.#origin}/agent/${agent}/job`)).json()) as Job;
  }

  async post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(this.#origin + path, { method: 'POST', body: JSON.stringify(body) });
    const answer: unknown = await response.json();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }
}

const REGISTRATION: Registration = {
  protocol: AGENT_PROTOCOL_VERSION,
  token: '',
  engine: 'node',
  engineVersion: '24.0.0',
  userAgent: 'scripted',
  cores: 2,
  clockStepUs: 1,
  crossOriginIsolated: true,
  visible: true,
  codecs: ['json/response.json', 'json/JSON.parse', 'xml/saxes', 'protobuf/protobufjs'],
  transports: [],
  protocols: ['http1'],
  timeOriginMs: 0,
};

const NO_PROBE: Omit<ProbeResult, 'cell'> = {
  decodeMs: null,
  clientComputeMs: null,
  decompressMs: null,
  decompressBy: null,
};

export const SAMPLE: Sample = {
  cell: '',
  block: 0,
  sequence: 0,
  startMs: 0,
  outcome: 'completed',
  reason: '',
  totalMs: 2,
  requests: 1,
  ...NO_TIMES,
  queueMs: 0.1,
  stallMs: 0.1,
  waitMs: 1,
  encodeMs: 0.1,
  transferMs: 0.3,
  deliveryMs: 0.1,
  decodeMs: 0.4,
  bytesEncoded: 100,
  bytesDecoded: 100,
  timingDoubtful: false,
};
