// The Server-Timing header of a target: `compute;dur=0.012, encode;dur=1.204, compress;dur=9.871`; of a front
// also what it waited for the server behind it, and what it took itself: `server;dur=14.2, front;dur=0.31`.

export interface ServerPhases {
  readonly computeMs: number;
  readonly encodeMs: number;
  readonly compressMs: number;
  /** Of the request's body, in calls; absent of others. */
  readonly decodeMs?: number;
}

/** What a front says beside them. */
export interface FrontPhases {
  /** What the server behind took beside the three. */
  readonly serverMs: number;
  /** What the front took itself, until the head of the answer went on. */
  readonly frontMs: number;
}

export type FrontTiming = Omit<ServerPhases, 'decodeMs'> & FrontPhases;

/** What a front tells. Where it says nothing of a metric that targets have, the server behind did not. */
export function formatFrontTiming({ serverMs, frontMs, ...phases }: FrontTiming): string {
  return `${formatServerTiming(phases)}, server;dur=${serverMs.toFixed(4)}, front;dur=${frontMs.toFixed(4)}`;
}

export function formatServerTiming(phases: ServerPhases): string {
  const { computeMs, encodeMs, compressMs, decodeMs } = phases;
  const decode = decodeMs === undefined ? '' : `decode;dur=${decodeMs.toFixed(4)}, `;
  return `${decode}compute;dur=${computeMs.toFixed(4)}, encode;dur=${encodeMs.toFixed(4)}, compress;dur=${compressMs.toFixed(4)}`;
}

/** Returns null where a metric is missing or is not a number of milliseconds. Other metrics are ignored. */
export function parseServerTiming(
  header: string | null,
): (ServerPhases & { readonly front?: FrontPhases }) | null {
  if (header === null) return null;
  const computeMs = durationOf('compute', header);
  const encodeMs = durationOf('encode', header);
  const compressMs = durationOf('compress', header);
  if (computeMs === null || encodeMs === null || compressMs === null) return null;
  const decodeMs = durationOf('decode', header);
  const [serverMs, frontMs] = [durationOf('server', header), durationOf('front', header)];
  const isOfFront = serverMs !== null && frontMs !== null;
  return {
    computeMs,
    encodeMs,
    compressMs,
    ...(decodeMs !== null && { decodeMs }),
    ...(isOfFront && { front: { serverMs, frontMs } }),
  };
}

const OWN_PHASES = ['compute', 'encode', 'compress'] as const;

/** Which of the metrics that targets have such a server names, of whatever time. */
export function namedPhases(header: string | null): ReadonlySet<(typeof OWN_PHASES)[number]> {
  return new Set(OWN_PHASES.filter((name) => header !== null && durationOf(name, header) !== null));
}

/**
 * What a server that keeps no contract says of its own time in the names that targets use: of those that it
 * does not name 0. null: it names none.
 */
export function ownPhases(
  header: string | null,
): Pick<ServerPhases, 'computeMs' | 'encodeMs' | 'compressMs'> | null {
  const [computeMs, encodeMs, compressMs] = OWN_PHASES.map((name) =>
    header === null ? null : durationOf(name, header),
  );
  if (computeMs == null && encodeMs == null && compressMs == null) return null;
  return { computeMs: computeMs ?? 0, encodeMs: encodeMs ?? 0, compressMs: compressMs ?? 0 };
}

const MOST_METRICS = 8;

/** `db 12 ms`: every metric with a time that a header tells, for people; names are tokens of RFC 9110. */
export function serverMetrics(header: string | null): string[] {
  return metricNames(header)
    .slice(0, MOST_METRICS)
    .flatMap((name) => {
      const ms = /^[\w.!#$%&'*+^`|~-]{1,40}$/.test(name) ? durationOf(name, header!) : null;
      return ms === null ? [] : [`${name} ${ms} ms`];
    });
}

/**
 * What all metrics of a header are together, where one may be a part of another: at most so long the server
 * says that it worked. null: it says nothing.
 */
export function saidMs(header: string | null): number | null {
  const times = metricNames(header).flatMap((name) => durationOf(name, header!) ?? []);
  return times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0);
}

function metricNames(header: string | null): string[] {
  const names = (header ?? '').split(',').map((metric) => metric.split(';')[0]!.trim());
  return names.filter((name) => name !== '');
}

function durationOf(name: string, header: string): number | null {
  for (const metric of header.split(',')) {
    const [metricName, ...parameters] = metric.split(';').map((part) => part.trim());
    if (metricName !== name) continue;
    for (const parameter of parameters) {
      const found = /^dur\s*=\s*"?(\d+(?:\.\d+)?)"?$/i.exec(parameter);
      if (found !== null) return Number(found[1]);
    }
  }
  return null;
}
