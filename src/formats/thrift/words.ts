// The words that Thrift's compiler does not accept as names: its own, and those that one of its languages
// reserves.

const WORDS = `
  namespace include cpp_include cpp_type xsd_all xsd_optional xsd_nillable xsd_attrs void bool byte i8 i16 i32 i64
  double string binary uuid map list set oneway async typedef struct union exception extends throws service enum const
  required optional true false
  BEGIN END __CLASS__ __DIR__ __FILE__ __FUNCTION__ __LINE__ __METHOD__ __NAMESPACE__ abstract alias and args as assert
  begin break case catch class clone continue declare def default del delete do dynamic elif else elseif elsif end
  enddeclare endfor endforeach endif endswitch endwhile ensure except exec finally float for foreach from function
  global goto if implements import in inline instanceof interface is lambda module native new next nil not or package
  pass public print private protected raise redo rescue retry register return self sizeof static super switch
  synchronized then this throw transient try undef unless unsigned until use var virtual volatile when while with xor
  yield`;

const RESERVED = new Set(WORDS.trim().split(/\s+/));

export function isReservedInThrift(name: string): boolean {
  return RESERVED.has(name);
}
