import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PresentDevices } from './present-devices.ts';

test('a device is there while it asks or is in a session, and until it has not come back for a while', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const told: (readonly string[])[] = [];
  const present = new PresentDevices((devices) => void told.push(devices));
  const asked = present.came('phone');
  const laptop = present.came('laptop');
  assert.deepEqual(told.splice(0), [['phone'], ['phone', 'laptop']]);
  asked();
  asked();
  context.mock.timers.tick(2_000);
  const inSession = present.came('phone');
  const asksBeside = present.came('phone');
  context.mock.timers.tick(10_000);
  asksBeside();
  context.mock.timers.tick(10_000);
  assert.deepEqual(told, [], 'nothing has changed');
  inSession();
  context.mock.timers.tick(2_900);
  assert.deepEqual(told, []);
  context.mock.timers.tick(200);
  assert.deepEqual(told.splice(0), [['laptop']]);
  laptop();
  context.mock.timers.tick(3_100);
  assert.deepEqual(told.splice(0), [[]]);
  present.came('phone');
  assert.deepEqual(told, [['phone']]);
});

test('a page that says no name, or a name that is none, is nobody; nor is it more than can be', () => {
  let told: readonly string[] | null = null;
  const present = new PresentDevices((devices) => {
    told = devices;
  });
  for (const name of [undefined, '', 'x'.repeat(101)]) present.came(name)();
  assert.equal(told, null);
  for (let i = 0; i < 200; i++) present.came(`device ${i}`);
  assert.equal((told as readonly string[] | null)!.length, 100);
});
