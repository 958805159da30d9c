// Constants of Java's Object Serialization Stream Protocol, version 5 (Java Object Serialization
// Specification, chapter 6), as far as streams of beans and lists have them.

/** STREAM_MAGIC and STREAM_VERSION. */
export const STREAM_HEADER = 0xaced0005;

export const TC_NULL = 0x70;
export const TC_REFERENCE = 0x71;
export const TC_CLASSDESC = 0x72;
export const TC_OBJECT = 0x73;
export const TC_STRING = 0x74;
export const TC_BLOCKDATA = 0x77;
export const TC_ENDBLOCKDATA = 0x78;
export const TC_LONGSTRING = 0x7c;

/** The others, in words: none of them may stand in what is read here. */
export const OTHER_TAGS: ReadonlyMap<number, string> = new Map([
  [0x75, 'an array'],
  [0x76, 'a class'],
  [0x79, 'a reset'],
  [0x7a, 'long block data'],
  [0x7b, 'an exception'],
  [0x7d, 'a proxy class'],
  [0x7e, 'an enum constant'],
]);

/** The first handle; they are counted from there in the order in which things came. */
export const BASE_HANDLE = 0x7e0000;

export const SC_WRITE_METHOD = 0x01;
export const SC_SERIALIZABLE = 0x02;

/** Lengths above stand in eight bytes, those up to it in two. */
export const MOST_SHORT_LENGTH = 0xffff;
