// The agent without a browser: the same exchange code in a Node process of its own.

import { programFile } from '../../base/places.ts';
import type { AgentDriver } from '../driver.ts';
import { findProgram, readOutput, type Wanted } from '../machine/find-program.ts';
import type { Guardian } from '../processes/guardian.ts';
import { once } from '../processes/once.ts';
import { type DriveSettings, openAgent } from './open-agent.ts';

export function nodeAgentDriver(settings: DriveSettings, guardian: Guardian): AgentDriver {
  const find = once(() => findNode(settings));
  return {
    name: 'node',
    find,
    open: async (pageUrl, { placement, trust } = {}) => {
      const { path: node, version } = await find();
      const spec = async (profile: { env: Readonly<Record<string, string>> }) => ({
        name: 'node agent',
        path: node,
        args: [programFile('src/agent/node-main.ts'), pageUrl],
        env: trust == null ? profile.env : { ...profile.env, NODE_EXTRA_CA_CERTS: trust.certFile },
      });
      return openAgent({ engine: 'node', version, spec, placement }, settings, guardian);
    },
  };
}

async function findNode(settings: DriveSettings): Promise<{ path: string; version: string }> {
  const wantedNode: Wanted = {
    name: 'node',
    override: 'WIREFARE_NODE',
    names: [],
    paths: [settings.nodePath],
    packages: ['nodejs'],
  };
  const nodePath = await findProgram(wantedNode, settings);
  const versionLine = await readOutput(nodePath, ['--version'], settings.env);
  return { path: nodePath, version: (versionLine ?? 'unknown').replace(/^v/, '') };
}
