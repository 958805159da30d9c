// The Server-Timing header of a target: `compute;dur=0.012, encode;dur=1.204, compress;dur=9.871`.

export interface ServerPhases {
  readonly computeMs: number;
  readonly encodeMs: number;
  readonly compressMs: number;
  /** Of the request's body, in calls; absent of others. */
  readonly decodeMs?: number;
}

export function formatServerTiming(phases: ServerPhases): string {
  const { computeMs, encodeMs, compressMs, decodeMs } = phases;
  const decode = decodeMs === undefined ? '' : `decode;dur=${decodeMs.toFixed(4)}, `;
  return `${decode}compute;dur=${computeMs.toFixed(4)}, encode;dur=${encodeMs.toFixed(4)}, compress;dur=${compressMs.toFixed(4)}`;
}

/** Returns null where a metric is missing or is not a number of milliseconds. Other metrics are ignored. */
export function parseServerTiming(header: string | null): ServerPhases | null {
  if (header === null) return null;
  const computeMs = durationOf('compute', header);
  const encodeMs = durationOf('encode', header);
  const compressMs = durationOf('compress', header);
  if (computeMs === null || encodeMs === null || compressMs === null) return null;
  const decodeMs = durationOf('decode', header);
  return { computeMs, encodeMs, compressMs, ...(decodeMs !== null && { decodeMs }) };
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
