// A namespace for each node of a Grid, as if it were another machine: joined to this one by a link of its own
// with a rate. As root; needs `ip` and `tc` (Debian: iproute2).

import { spawnSync } from 'node:child_process';

const BRIDGE = 'wfgrid';
const SUBNET = '10.79.0';

export interface NodeNetwork {
  readonly address: string;
  /** Before a command that is to run there. */
  readonly enter: readonly string[];
}

export class NodeNetworks {
  /** Where nodes find this machine. */
  readonly host = `${SUBNET}.1`;
  readonly #networks: readonly (NodeNetwork & { readonly name: string })[];

  /** `rate`: of each link in each direction, as tc has it. Throws where the system refuses any of it. */
  constructor(nodes: number, rate: string) {
    this.#networks = Array.from({ length: nodes }, (_, i) => ({
      name: `${BRIDGE}${i}`,
      address: `${SUBNET}.${i + 2}`,
      enter: ['ip', 'netns', 'exec', `${BRIDGE}${i}`],
    }));
    this.close();
    run('ip', 'link', 'add', BRIDGE, 'type', 'bridge');
    run('ip', 'address', 'add', `${this.host}/24`, 'dev', BRIDGE);
    run('ip', 'link', 'set', BRIDGE, 'up');
    const shape = ['root', 'tbf', 'rate', rate, 'burst', '16kb', 'latency', '200ms'];
    for (const { name, address, enter } of this.#networks) {
      run('ip', 'netns', 'add', name);
      run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
      run('ip', 'link', 'set', name, 'master', BRIDGE, 'up');
      run(...enter, 'ip', 'address', 'add', `${address}/24`, 'dev', 'eth0');
      for (const device of ['lo', 'eth0']) run(...enter, 'ip', 'link', 'set', device, 'up');
      run('tc', 'qdisc', 'add', 'dev', name, ...shape);
      run(...enter, 'tc', 'qdisc', 'add', 'dev', 'eth0', ...shape);
    }
  }

  of(node: number): NodeNetwork {
    return this.#networks[node]!;
  }

  /** What is not there is left alone. */
  close(): void {
    for (const { name } of this.#networks) spawnSync('ip', ['netns', 'delete', name]);
    for (const { name } of this.#networks) spawnSync('ip', ['link', 'delete', name]);
    spawnSync('ip', ['link', 'delete', BRIDGE]);
  }
}

function run(...words: readonly string[]): void {
  const { status, stderr } = spawnSync(words[0]!, words.slice(1), { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
}
