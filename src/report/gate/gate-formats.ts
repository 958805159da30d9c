// As on the command line, where naming them must not load what writes them.

export const GATE_FORMATS = ['terminal', 'md', 'junit', 'json'] as const;
export type GateFormat = (typeof GATE_FORMATS)[number];
