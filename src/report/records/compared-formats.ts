// As on the command line, where naming them must not load what writes them.

export const COMPARED_FORMATS = ['terminal', 'html', 'md', 'json'] as const;
export type ComparedFormat = (typeof COMPARED_FORMATS)[number];
