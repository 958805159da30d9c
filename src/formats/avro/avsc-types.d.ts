// avsc has no types for its entry without files and services, nor for the parts of its types that subclasses
// replace.

declare module 'avsc/etc/browser/avsc-types.js' {
  /** Where a type reads and writes. */
  export interface Tap {
    readLong(): number;
    writeLong(value: number): void;
  }

  export interface AvscType {
    /** The branches of a union. */
    readonly types: readonly AvscType[];
    /** The fields of a record. */
    readonly fields: readonly { readonly name: string; readonly type: AvscType }[];
    fromBuffer(bytes: Uint8Array): unknown;
    toBuffer(value: unknown): Uint8Array;
    _read(tap: Tap): unknown;
    _write(tap: Tap, value: unknown): void;
  }

  export interface ForSchemaOptions {
    readonly wrapUnions?: boolean | undefined;
    readonly typeHook?: (schema: unknown, options: ForSchemaOptions) => AvscType | undefined;
  }

  /** The options are the ones that the hook was called with: they carry the names known so far. */
  type Constructor = new (schema: unknown, options: ForSchemaOptions) => AvscType;

  export interface LongMethods {
    fromBuffer(bytes: Uint8Array): number;
    toBuffer(value: number): Uint8Array;
    fromJSON(value: unknown): number;
    toJSON(value: number): unknown;
    isValid(value: unknown): boolean;
    compare(a: number, b: number): number;
  }

  const avsc: {
    readonly Type: { forSchema(schema: unknown, options?: ForSchemaOptions): AvscType };
    readonly types: {
      readonly RecordType: Constructor;
      readonly UnwrappedUnionType: Constructor;
      readonly LongType: { __with(methods: LongMethods): AvscType };
    };
  };
  export default avsc;
}
