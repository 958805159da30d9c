// The certificate of a run: made once, when the first session with TLS starts, for every address of its
// servers.

import type { Drivers } from '../drive/driver.ts';
import type { CertificateFiles } from '../drive/targets/certificate.ts';
import type { Plan } from '../plan/plan.ts';
import type { RunLink } from './link/run-link.ts';

export interface RunCertificate {
  /** null where no cell of the run speaks TLS. */
  files(): Promise<CertificateFiles | null>;
}

export function runCertificate(plan: Plan, drivers: Drivers, link: RunLink): RunCertificate {
  const isWanted = plan.cells.some(({ skip, factors }) => skip === null && factors.protocol !== 'http1');
  const isLinked = plan.sessions.some(({ place }) => place === 'link');
  let made: Promise<CertificateFiles> | null = null;
  const make = async () => drivers.certificate(isLinked ? (await link.running()).serverAddresses : []);
  return {
    files: async () => {
      if (!isWanted) return null;
      made ??= make();
      return made;
    },
  };
}
