// As on the command line, where naming them must not load what writes them.

export const MAP_FORMATS = ['terminal', 'html', 'md', 'json'] as const;
export type MapFormat = (typeof MAP_FORMATS)[number];
