// A user's own .proto file as plain data. The payload's schema carries it to targets and agents, which so
// need no parser for it. Only the format protobuf looks at it.

export interface OwnProto {
  /** Full name of the message for a record: for the document, or for each item of a list. */
  readonly root: string;
  readonly messages: readonly OwnMessage[];
  readonly enums: readonly OwnEnum[];
}

export interface OwnMessage {
  /** Its name with its package and the messages around it: `shop.Order.Line`. */
  readonly name: string;
  readonly fields: readonly OwnField[];
}

export interface OwnField {
  readonly name: string;
  readonly number: number;
  /**
   * A scalar type of Protobuf, or the full name of a message or an enum. For a map it is the type of its
   * values.
   */
  readonly type: string;
  /** `implicit`: the type's default is not written, and absence means that default. */
  readonly rule: 'implicit' | 'presence' | 'repeated' | 'map';
  /** proto2's `required`: a message without it is invalid. */
  readonly required: boolean;
  /** Whether repeated numbers are written in one run. */
  readonly packed: boolean;
  /** The oneof that it is part of. */
  readonly oneof: string | null;
}

export interface OwnEnum {
  readonly name: string;
  readonly values: readonly { readonly name: string; readonly number: number }[];
}
