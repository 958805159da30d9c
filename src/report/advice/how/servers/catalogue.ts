// The servers that have snippets. One more: a file beside this one, a line here, and how it is started in
// test/support/snippets/.

import type { ServerHow } from '../snippet.ts';
import { EXPRESS } from './express.ts';
import { FASTAPI } from './fastapi.ts';
import { FASTIFY } from './fastify.ts';
import { GO } from './go.ts';
import { NGINX } from './nginx.ts';
import { SPRING } from './spring.ts';

export const SERVERS: readonly ServerHow[] = [EXPRESS, FASTIFY, FASTAPI, SPRING, GO, NGINX];
