// Why a sequence did not complete, as it will stand in the sample.

export class SequenceFailure extends Error {
  readonly outcome: 'failed' | 'timed-out';

  constructor(outcome: 'failed' | 'timed-out', reason: string) {
    super(reason);
    this.name = 'SequenceFailure';
    this.outcome = outcome;
  }
}
