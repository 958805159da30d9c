// Nothing that lets a client or a proxy skip the work: no validators, no ages, no 304.

import type { Check } from '../../check.ts';
import { littlePath } from '../../clients/queries.ts';

const CACHE_HEADERS = ['etag', 'last-modified', 'age', 'expires'];

export const noValidators: Check = {
  name: 'no-validators',
  must: 'there are no validators (ETag, Last-Modified), and conditional requests get the whole answer',
  run: async (context) => {
    const findings: string[] = [];
    const path = littlePath(context.about, 0);
    const first = await context.client.get(path);
    for (const name of CACHE_HEADERS) {
      if (first.headers[name] !== undefined) findings.push(`${name} is ${String(first.headers[name])}`);
    }
    const conditions = {
      'If-None-Match': first.headers.etag ?? '*',
      'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT',
    };
    for (const [name, value] of Object.entries(conditions)) {
      const { status, body } = await context.client.get(path, { headers: { [name]: value } });
      if (status === 200 && body.length === first.body.length) continue;
      findings.push(`with ${name}: ${value} it answers ${status} and ${body.length} bytes`);
    }
    return { findings };
  },
};
