// What a page has to load to read serialized Java objects, so that its weight can be counted (Library of
// format.ts). Nothing imports it but what counts.

export { base64Bytes } from '../soap/base64.ts';
export { streamReading } from './read-stream.ts';
