// A target that serves somebody's lists as they are, and says so: n is their number.

import type { Cheat } from './cheating-target.ts';

/** `refusing`: and answers no other n. */
export function withoutResampling(refusing: boolean): Cheat {
  const counts = new Map<string, number>();
  return {
    parts: ({ about, ...parts }) => {
      const payloads = about.features.payloads!.map((each) => {
        if (each.shape !== 'list') return each;
        counts.set(each.name, each.count);
        return { ...each, resamples: false };
      });
      return { ...parts, about: { ...about, features: { ...about.features, payloads } } };
    },
    handler: (real) => (request, response) => {
      const [, dataset = '', n = ''] = /[?&]dataset=([^&]*)&n=(\d+)/.exec(request.url!) ?? [];
      const isOther = counts.has(dataset) && counts.get(dataset) !== Number(n);
      // No n is 0: it is refused by its name.
      if (refusing && isOther) request.url = request.url!.replace(/&n=\d+/, '&n=0');
      real(request, response);
    },
  };
}
