// As on the command line, where naming them must not load what writes them.

/** `github`: as in a terminal, and the workflow commands that make annotations of it. */
export const GATE_FORMATS = ['terminal', 'github', 'md', 'html', 'junit', 'json'] as const;
export type GateFormat = (typeof GATE_FORMATS)[number];

/** By the ending of a file that it is written to beside. */
export const FORMAT_OF_ENDING: Readonly<Record<string, GateFormat>> = {
  '.md': 'md',
  '.html': 'html',
  '.xml': 'junit',
  '.json': 'json',
  '.txt': 'terminal',
};
