// A request that is not answered as it was meant: a problem document (RFC 9457).

export const PROBLEM_TYPE = 'application/problem+json';

export class Refused extends Error {
  /** `members`: the `parameter` that is wrong, and the values `allowed`. */
  constructor(status, detail, members = {}) {
    super(detail);
    this.status = status;
    this.members = members;
  }

  get document() {
    return { type: 'about:blank', status: this.status, detail: this.message, ...this.members };
  }
}
