// Keep-alive by default, and a closed connection where it is asked for.

import type { Check } from '../../check.ts';
import { littlePath } from '../../clients/queries.ts';

export const connections: Check = {
  name: 'connections',
  must: 'connections are kept alive; connection=close answers with Connection: close and closes',
  run: async (context) => {
    const findings: string[] = [];
    const { about, client } = context;
    const ask = () => client.get(littlePath(about, 0));
    await ask();
    const second = await ask();
    if (!second.reused) findings.push('a second request needed a new connection');
    for (const path of [littlePath(about, 1, true), '/bytes?n=0&connection=close']) {
      const last = await client.get(path);
      const said = last.headers.connection ?? 'missing';
      if (said.toLowerCase() !== 'close') findings.push(`${path}: Connection is ${said}, not close`);
      const next = await ask();
      if (next.reused) findings.push(`${path}: the connection was used again`);
    }
    return { findings };
  },
};
