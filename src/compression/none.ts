// The body as the encoder made it.

import type { Compression } from './compression.ts';

export const NONE: Compression = { name: 'none', levels: [], defaultLevel: null, contentEncoding: null };
