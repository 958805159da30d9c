// TypeScript types → JSON Schema, as the compiler resolves them: mapped and conditional types too, and lists
// that are derived from declarations. What JSON drops or writes in another way is so in the schema: members
// that are undefined may be missing, and cells have words (src/factors/recorded-cell.ts).

import { ts } from 'ts-morph';

export interface JsonSchema {
  readonly description?: string;
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

export const DEFINITIONS = '#/$defs/';

const { TypeFlags, SymbolFlags } = ts;

/** Types of these names are written as the one named. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  Cell: 'RecordedCell',
  RequestCell: 'RecordedCell',
  CallCell: 'RecordedCell',
  SequenceCell: 'RecordedCell',
};

/** What other people's programs say, as they said it: they may say more. */
const OPEN: ReadonlySet<string> = new Set(['About']);

export class JsonTypes {
  /** By name, in order of name once all is read. */
  readonly definitions = new Map<string, JsonSchema>();
  readonly #types = new Map<string, ts.Type>();
  readonly #checker: ts.TypeChecker;
  readonly #named: Readonly<Record<string, ts.Type>>;

  /** `named` are types that stand for others, by name. */
  constructor(checker: ts.TypeChecker, named: Readonly<Record<string, ts.Type>>) {
    this.#checker = checker;
    this.#named = named;
  }

  /** What JSON.stringify makes of a value of the type; undefined left out. */
  schemaOf(type: ts.Type): JsonSchema {
    const name = nameOf(type);
    const writtenAs = name === null ? undefined : WRITTEN_AS[name];
    if (writtenAs !== undefined) return this.#reference(writtenAs, this.#named[writtenAs]!);
    if (name !== null && isWorthAName(type)) return this.#reference(name, type);
    return this.#inline(type);
  }

  #reference(name: string, type: ts.Type): JsonSchema {
    const unique = this.#uniqueName(name, type);
    if (!this.definitions.has(unique)) {
      // Before its members are read: they may name it.
      this.definitions.set(unique, {});
      const about = described(type.aliasSymbol ?? type.getSymbol(), this.#checker);
      this.definitions.set(unique, { ...about, ...this.#inline(type) });
    }
    return { $ref: `${DEFINITIONS}${unique}` };
  }

  /** Rooms may each have their own type of a name. */
  #uniqueName(name: string, type: ts.Type): string {
    for (let i = 1; ; i++) {
      const unique = i === 1 ? name : `${name}${i}`;
      const known = this.#types.get(unique);
      if (known !== undefined && known !== type) continue;
      this.#types.set(unique, type);
      return unique;
    }
  }

  #inline(type: ts.Type): JsonSchema {
    if (type.flags & (TypeFlags.Any | TypeFlags.Unknown)) return {};
    if (type.flags & TypeFlags.Null) return { type: 'null' };
    if (type.flags & TypeFlags.StringLiteral) return { const: (type as ts.StringLiteralType).value };
    if (type.flags & TypeFlags.NumberLiteral) return { const: (type as ts.NumberLiteralType).value };
    if (type.flags & TypeFlags.BooleanLiteral) return { const: this.#checker.typeToString(type) === 'true' };
    if (type.flags & TypeFlags.StringLike) return { type: 'string' };
    if (type.flags & TypeFlags.NumberLike) return { type: 'number' };
    if (type.flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnion()) return this.#union(type.types);
    if (this.#checker.isTupleType(type)) return this.#tuple(type as ts.TupleTypeReference);
    if (this.#checker.isArrayType(type)) {
      const [element] = this.#checker.getTypeArguments(type as ts.TypeReference);
      return { type: 'array', items: this.schemaOf(element!) };
    }
    if (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) return this.#object(type);
    throw new Error(`no JSON has the type ${this.#checker.typeToString(type)}`);
  }

  #union(types: readonly ts.Type[]): JsonSchema {
    const written = types.filter((type) => !(type.flags & TypeFlags.Undefined));
    const isLiteral = ({ flags }: ts.Type) =>
      (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) !== 0;
    const isBoolean = written.filter(({ flags }) => flags & TypeFlags.BooleanLiteral).length === 2;
    const others = written.filter(
      (type) => !isLiteral(type) && !(isBoolean && type.flags & TypeFlags.BooleanLiteral),
    );
    // The compiler's order is that in which it met them, which any other file may change.
    const literals = written.filter(isLiteral).map((type) => (type as ts.LiteralType).value);
    const branches = [
      ...(literals.length > 1 ? [{ enum: literals.toSorted((a, b) => (a < b ? -1 : 1)) }] : []),
      ...(literals.length === 1 ? [{ const: literals[0] }] : []),
      ...(isBoolean ? [{ type: 'boolean' }] : []),
      ...others.map((type) => this.schemaOf(type)),
    ].map((schema) => ({ schema, text: JSON.stringify(schema) }));
    const different = [...new Map(branches.map((each) => [each.text, each])).values()]
      .toSorted((a, b) => Number(isNull(a.schema)) - Number(isNull(b.schema)) || (a.text < b.text ? -1 : 1))
      .map(({ schema }) => schema);
    return different.length === 1 ? different[0]! : { anyOf: different };
  }

  #tuple(type: ts.TupleTypeReference): JsonSchema {
    const elements = this.#checker.getTypeArguments(type).map((each) => this.schemaOf(each));
    if (type.target.combinedFlags & ts.ElementFlags.Variable)
      throw new Error(`a tuple of any length is not provided for: ${this.#checker.typeToString(type)}`);
    return { type: 'array', prefixItems: elements, items: false, minItems: elements.length };
  }

  #object(type: ts.Type): JsonSchema {
    if (type.getCallSignatures().length > 0 || (type.getSymbol()?.name ?? '') === 'Map')
      throw new Error(`JSON has no ${this.#checker.typeToString(type)}`);
    const members = this.#checker.getPropertiesOfType(type).map((member) => {
      const memberType = this.#checker.getTypeOfSymbol(member);
      const isOptional =
        (member.flags & SymbolFlags.Optional) !== 0 ||
        (memberType.isUnion() && memberType.types.some((each) => each.flags & TypeFlags.Undefined));
      return { name: member.name, member, memberType, isOptional };
    });
    const written = members.filter(
      ({ memberType }) => !(memberType.flags & (TypeFlags.Undefined | TypeFlags.Never)),
    );
    const properties = written.map(({ name, member, memberType }) => [
      name,
      { ...described(member, this.#checker), ...this.schemaOf(this.#withoutUndefined(memberType)) },
    ]);
    const others = this.#checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const isOpen = OPEN.has(nameOf(type) ?? '');
    return {
      type: 'object',
      ...(written.length > 0 && {
        properties: Object.fromEntries(properties),
        required: written.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
      }),
      additionalProperties: others === undefined ? isOpen : this.schemaOf(others),
    };
  }

  /** An optional member's own type, by its name if it has one. */
  #withoutUndefined(type: ts.Type): ts.Type {
    const others = type.isUnion() ? type.types.filter((each) => !(each.flags & TypeFlags.Undefined)) : [];
    return others.length === 1 ? others[0]! : type;
  }
}

function isNull({ type }: JsonSchema): boolean {
  return type === 'null';
}

/** null of what has no name of its own; a generic type's name says too little. */
function nameOf(type: ts.Type): string | null {
  if (type.aliasSymbol !== undefined)
    return type.aliasTypeArguments === undefined ? type.aliasSymbol.name : null;
  const symbol = type.getSymbol();
  if (symbol === undefined || !(symbol.flags & SymbolFlags.Interface)) return null;
  const declared = ((type as ts.TypeReference).target ?? type) as ts.InterfaceType;
  return (declared.localTypeParameters ?? []).length > 0 ? null : symbol.name;
}

function isWorthAName(type: ts.Type): boolean {
  return type.isUnion() || (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) !== 0;
}

function described(symbol: ts.Symbol | undefined, checker: ts.TypeChecker): Pick<JsonSchema, 'description'> {
  const text = ts
    .displayPartsToString(symbol?.getDocumentationComment(checker))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? {} : { description: text };
}
