// The same with the parser of the envelope: saxes cannot be cut out of a bundle again once it is imported.

export { SaxesParser } from 'saxes';
export { base64Bytes, streamReading } from './page-parts.ts';
