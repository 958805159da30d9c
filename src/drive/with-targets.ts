// The same drivers, but for their targets.

import type { Drivers } from './driver.ts';

export function withTargets(drivers: Drivers, target: Drivers['target']): Drivers {
  return {
    target,
    agent: (name) => drivers.agent(name),
    front: (ask) => drivers.front(ask),
    ownServer: (ask) => drivers.ownServer(ask),
    link: (choice) => drivers.link(choice),
    load: () => drivers.load(),
    slowdown: () => drivers.slowdown(),
    certificate: (addresses, withAuthority) => drivers.certificate(addresses, withAuthority),
    ...(drivers.verified !== undefined && { verified: drivers.verified }),
  };
}
