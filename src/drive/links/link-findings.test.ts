import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EnvironmentError } from '../../base/errors.ts';
import { type LinkSurroundings, linkFindings } from './link-findings.ts';

const engine = (name: string, works: boolean) => ({
  engine: name,
  works,
  why: works ? 'its devices were made' : `${name} was refused`,
  remedy: works ? '' : `mend ${name}`,
});

/** A machine on which these engines work, and others do not. */
function machine(working: readonly string[], rootless = false): LinkSurroundings {
  const engines = ['tun', 'veth', 'tbf'].map((name) => engine(name, working.includes(name)));
  return {
    program: async () => '/cache/wirefare-link',
    cargo: async () => '/usr/bin/cargo',
    probe: async () => JSON.stringify({ version: '0.1.0', rootless, engines, tried: ['unshare: EPERM'] }),
  };
}

const say = async (around: LinkSurroundings) =>
  (await linkFindings(around)).map(
    ({ name, status, what, remedy }) => `${status} ${name}: ${what} → ${remedy}`,
  );

test('a machine with every engine is told which one its networks get, and with whose rights', async () => {
  assert.deepEqual(await say(machine(['tun', 'veth', 'tbf'])), [
    'ok wirefare-link: 0.1.0 (/cache/wirefare-link) → ',
    'ok emulated networks: by tun, with root’s rights: its devices were made → ',
  ]);
  const [, rootless] = await say(machine(['tun', 'veth', 'tbf'], true));
  assert.match(rootless!, /by tun, without root, in a user namespace/);
});

test('what would allow a better engine, and high rates, is told', async () => {
  assert.deepEqual((await say(machine(['veth']))).slice(1), [
    'ok emulated networks: by veth, with root’s rights: its devices were made → ',
    'warning by tun: not here: tun was refused → mend tun',
    'warning by tbf: not here, so rates above 200 Mbit/s are left to veth: tbf was refused → mend tbf',
  ]);
});

test('the token bucket alone emulates nothing: what was tried is told, and what mends it', async () => {
  const [, none] = await say(machine(['tbf']));
  assert.match(
    none!,
    /^missing emulated networks: none here, .*tun: tun was refused; veth: .*unshare: EPERM\) → mend tun$/,
  );
});

test('a program that is not built is no lack where cargo is, and one where it is not', async () => {
  const notBuilt = { ...machine([]), program: async () => null };
  assert.deepEqual(await say(notBuilt), [
    'warning wirefare-link: not built yet: the first emulated network has /usr/bin/cargo build it, in a minute or so → wirefare networks check 10mbit',
  ]);
  const noCargo = new EnvironmentError('find cargo: there is no cargo', [], 'apt-get install cargo');
  assert.deepEqual(await say({ ...notBuilt, cargo: () => Promise.reject(noCargo) }), [
    'missing wirefare-link: not built yet, and no cargo to build it: find cargo: there is no cargo → apt-get install cargo',
  ]);
});

test('a program that is named and not there, or that says nothing, is a lack', async () => {
  const gone = new EnvironmentError('no such file /x', [], 'set WIREFARE_LINK');
  const [named] = await say({ ...machine([]), program: () => Promise.reject(gone) });
  assert.equal(named, 'missing wirefare-link: no such file /x → set WIREFARE_LINK');
  for (const answer of [null, '', '{}', 'panic']) {
    const [silent] = await say({ ...machine([]), probe: async () => answer });
    assert.match(silent!, /^missing wirefare-link: .* probe does not answer → run /);
  }
});

test('a system without namespaces is told what is left', async () => {
  const [elsewhere, ...more] = await linkFindings(machine(['tun']), 'Darwin');
  assert.match(`${elsewhere!.status} ${elsewhere!.what}`, /^missing none on Darwin.*only network none/);
  assert.deepEqual(more, []);
});
