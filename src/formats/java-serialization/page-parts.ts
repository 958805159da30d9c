// What a page must load to read serialized Java objects, so that its weight can be counted (Library of
// format.ts). Only the counting imports it.

export { base64Bytes } from '../soap/base64.ts';
export { streamReading } from './read-stream.ts';
