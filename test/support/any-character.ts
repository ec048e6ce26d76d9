import fc from 'fast-check';

/**
 * A code point of Unicode other than half a surrogate pair, often ASCII: a unit of `fc.string`. Its units `binary` and `grapheme` build a table of all code
 * points in each process, which takes seconds.
 */
export const anyCharacter = fc
  .oneof(fc.nat(0x7f), fc.nat(0x10ffff))
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code));
