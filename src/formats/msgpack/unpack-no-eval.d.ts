// msgpackr has no types for its build without eval; they are those of the other build.

declare module 'msgpackr/unpack-no-eval' {
  export { Unpackr } from 'msgpackr/unpack';
}
