// Keep-alive by default, and a closed connection where it is asked for.

import type { Check } from '../check.ts';
import { anyQuery } from '../queries.ts';

export const connections: Check = {
  name: 'connections',
  must: 'connections are kept alive; connection=close answers with Connection: close and closes',
  run: async (context) => {
    const findings: string[] = [];
    const query = anyQuery(context.about, 1);
    await context.exchange(query);
    const second = await context.exchange(query);
    if (!second.reused) findings.push('a second request needed a new connection');
    for (const path of [context.path({ ...query, close: true }), '/bytes?n=0&connection=close']) {
      const last = await context.client.get(path);
      const said = last.headers.connection ?? 'missing';
      if (said.toLowerCase() !== 'close') findings.push(`${path}: Connection is ${said}, not close`);
      const next = await context.exchange(query);
      if (next.reused) findings.push(`${path}: the connection was used again`);
    }
    return { findings };
  },
};
