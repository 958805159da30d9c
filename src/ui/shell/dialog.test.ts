import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered } from './dialog.ts';

/** As browsers have it: closed at once, and told so in a later task. */
class SlowDialog extends EventTarget {
  returnValue = '';
  open = false;

  showModal(): void {
    this.open = true;
  }

  close(returnValue?: string): void {
    if (returnValue !== undefined) this.returnValue = returnValue;
    this.open = false;
    setImmediate(() => this.dispatchEvent(new Event('close')));
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a dialog that is opened again before its closing was told has an answer of its own', async () => {
  const slow = new SlowDialog();
  const dialog = slow as unknown as HTMLDialogElement;
  const first = answered(dialog);
  await turn();
  slow.close();
  const second = answered(dialog);
  assert.equal(await first, 'cancel');
  await turn();
  assert.ok(slow.open);
  slow.close('save');
  assert.equal(await second, 'save');
});
