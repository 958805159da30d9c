import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fakeHost } from '../../../test/support/host/fake-host.ts';
import { FakeClock } from '../../base/clock.ts';
import { UserError } from '../../base/errors.ts';
import { runCli } from '../program.ts';

const dir = mkdtempSync(join(tmpdir(), 'wirefare-proto-'));
after(() => rmSync(dir, { recursive: true, force: true }));

writeFileSync(join(dir, 'signal.json'), '{"level":"HIGH","count":3}');
writeFileSync(
  join(dir, 'signal.proto'),
  `syntax = "proto2";
   enum Level { LOW = 0; HIGH = 1; }
   message Flag { required Level level = 1; required sint32 count = 16; }
   message Other { required double count = 1; }`,
);

async function protobufBytes(...args: string[]): Promise<readonly number[]> {
  const host = fakeHost(dir, new FakeClock());
  const only = ['--formats', 'protobuf', '--compression', 'none', '--json'];
  assert.equal(await runCli(['sizes', 'signal.json', ...only, ...args], host), 0);
  const { sizes } = JSON.parse(host.printed()) as { sizes: { bytes: number }[] };
  return sizes.map(({ bytes }) => bytes);
}

test('--schema sends Protobuf as the .proto file says, by every library', async () => {
  // Made from the data: a tag, a length and four letters, then a tag and a 3.
  assert.deepEqual(await protobufBytes(), [8, 8]);
  // As the file says: a tag and a 1, then a tag of two bytes and a 6.
  assert.deepEqual(await protobufBytes('--schema', 'signal.proto:Flag'), [5, 5]);
});

test('what the .proto file cannot say, and a file that is none, are told before anything is measured', async () => {
  for (const [typed, expected] of [
    ['signal.proto:Other', /level has no field in Other/],
    ['signal.proto:Nothing', /no message Nothing; there are Flag, Other/],
    ['signal.proto', /does not tell which message/],
    ['missing.proto', /missing\.proto: no such file/],
    ['signal.json', /is not written FILE\.proto/],
  ] as const) {
    await assert.rejects(protobufBytes('--schema', typed), (thrown: unknown) => {
      assert.ok(thrown instanceof UserError);
      assert.match(thrown.message, expected);
      return true;
    });
  }
});

test('where no message was named and another one fits, that one is told', async () => {
  const text =
    'syntax = "proto3"; message All { Flag flag = 1; } message Flag { string level = 1; int32 count = 2; }';
  writeFileSync(join(dir, 'wrapped.proto'), text);
  await assert.rejects(protobufBytes('--schema', 'wrapped.proto'), {
    message: /All does not fit the data, and Flag does: FILE\.proto:Flag names it$/,
  });
});
