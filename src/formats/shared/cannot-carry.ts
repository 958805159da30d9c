// A format that cannot carry some data refuses it with the reason, so that nothing comes back silently
// changed.

/** `message` names the format, the place and the reason: `CSV cannot carry [3].tags: an array`. */
export class CannotCarry extends Error {
  override readonly name = 'CannotCarry';
}
