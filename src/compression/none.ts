// The body as the encoder made it.

import type { Coding } from './coding.ts';

export const NONE: Coding = { name: 'none', levels: [], defaultLevel: null, contentEncoding: null };
