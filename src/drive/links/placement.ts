// Where a process is started. Without a placement it runs where the lab is.

export interface Placement {
  /** The command line that runs a program in that place. */
  wrap(path: string, args: readonly string[]): { readonly path: string; readonly args: readonly string[] };
  /** The address on which a server in that place listens: `0.0.0.0` if nobody else can reach it. */
  readonly listenHost: string;
  /** A port on the lab's own loopback that leads to this port of that place's loopback. */
  reach(port: number): Promise<number>;
}

/** Without a place, the command line stays as it is. */
export function placed<S extends { readonly path: string; readonly args: readonly string[] }>(
  spec: S,
  placement: Placement | null | undefined,
): S {
  return placement == null ? spec : { ...spec, ...placement.wrap(spec.path, spec.args) };
}
