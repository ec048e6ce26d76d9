import { CompiledCache } from '../compiled-cache.ts';

/** XPath multi-character escapes as JavaScript classes. */
const ESCAPES: Readonly<Record<string, string>> = {
  d: String.raw`\p{Nd}`,
  D: String.raw`\P{Nd}`,
  w: String.raw`[^\p{P}\p{Z}\p{C}]`,
  W: String.raw`[\p{P}\p{Z}\p{C}]`,
  s: String.raw`[ \t\n\r]`,
  S: String.raw`[^ \t\n\r]`,
  i: String.raw`[\p{L}_\:]`,
  I: String.raw`[^\p{L}_\:]`,
  c: String.raw`[\p{L}\p{N}\p{M}_\:.\-]`,
  C: String.raw`[^\p{L}\p{N}\p{M}_\:.\-]`,
};
/** Unicode blocks that JavaScript does not name. */
const BLOCKS: Readonly<Record<string, string>> = {
  IsBasicLatin: String.raw`\u0000-\u007F`,
  'IsLatin-1Supplement': String.raw`\u0080-\u00FF`,
  'IsLatinExtended-A': String.raw`\u0100-\u017F`,
  'IsLatinExtended-B': String.raw`\u0180-\u024F`,
  IsGreek: String.raw`\u0370-\u03FF`,
  IsGreekandCoptic: String.raw`\u0370-\u03FF`,
  IsCyrillic: String.raw`\u0400-\u04FF`,
  IsHebrew: String.raw`\u0590-\u05FF`,
  IsArabic: String.raw`\u0600-\u06FF`,
  IsHiragana: String.raw`\u3040-\u309F`,
  IsKatakana: String.raw`\u30A0-\u30FF`,
  IsGeneralPunctuation: String.raw`\u2000-\u206F`,
};
/** Meaning in JavaScript classes, none in XPath classes. */
const CLASS_SIGNS = '()[]{}/-|&!#$%*+,.:;<=>?@`~^"\'\\';

const known = new CompiledCache<{ readonly pattern: RegExp | null }>(500, 256 * 1024);

/** XPath regular expression (`fn:matches`, flags `smixq`); null if invalid. Unbounded in time: such texts run in the sandbox thread. */
export function patternOf(source: string, flags = ''): RegExp | null {
  return known.get(`${flags}\n${source}`, () => ({ pattern: compiled(source, flags) })).pattern;
}

function compiled(source: string, flags: string): RegExp | null {
  if (/[^smixq]/.test(flags)) return null;
  const own = [...new Set(flags)].filter((flag) => 'smi'.includes(flag)).join('');
  try {
    return new RegExp(
      flags.includes('q')
        ? source.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
        : new Writer(flags.includes('x') ? withoutBlanks(source) : source).write(),
      `gv${own}`,
    );
  } catch {
    return null;
  }
}

/** Keeps blanks in classes. */
function withoutBlanks(source: string): string {
  return source.replace(/(\[(?:[^\]\\]|\\[\s\S])*\])|[ \t\n\r]+/g, (_whole, inClass: string | undefined) => inClass ?? '');
}

/** Converts character by character. */
class Writer {
  readonly #signs: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#signs = [...source];
  }

  write(): string {
    let written = '';
    while (this.#at < this.#signs.length) {
      const sign = this.#signs[this.#at++] as string;
      if (sign === '\\') written += this.#escape(false);
      else if (sign === '[') written += this.#class();
      else written += sign;
    }
    return written;
  }

  #escape(isInClass: boolean): string {
    const sign = this.#signs[this.#at++];
    if (sign === undefined) throw new SyntaxError('a pattern ends with a backslash');
    const own = ESCAPES[sign];
    if (own !== undefined) return own;
    if (sign === 'p' || sign === 'P') return this.#property(sign);
    if (sign === '-' && !isInClass) return '-';
    if (/[\d]/.test(sign) && isInClass) throw new SyntaxError('no reference in a class');
    if (isInClass && CLASS_SIGNS.includes(sign)) return `\\${sign}`;
    return /[\dnrt\\|.?*+(){}[\]^$/]/.test(sign) ? `\\${sign}` : fail(sign);
  }

  #property(sign: string): string {
    const end = this.#signs.indexOf('}', this.#at);
    const name = this.#signs.slice(this.#at + 1, end).join('');
    this.#at = end + 1;
    if (!name.startsWith('Is')) return `\\${sign}{${name}}`;
    const block = BLOCKS[name] ?? fail(name);
    return `[${sign === 'P' ? '^' : ''}${block}]`;
  }

  /** Class subtraction: `[a-z-[aeiou]]`. */
  #class(): string {
    const isNegated = this.#signs[this.#at] === '^';
    if (isNegated) this.#at += 1;
    let written = '';
    let without = '';
    for (let count = 0; ; count += 1) {
      const sign = this.#signs[this.#at++];
      if (sign === undefined) throw new SyntaxError('a class does not end');
      if (sign === ']' && count > 0) break;
      if (sign === '-' && this.#signs[this.#at] === '[') {
        this.#at += 1;
        without = `--${this.#class()}`;
      } else if (sign === '\\') written += this.#escape(true);
      else if (sign === '-' && this.#isBetween(count)) written += '-';
      else written += CLASS_SIGNS.includes(sign) ? `\\${sign}` : sign;
    }
    const inside = `[${isNegated ? '^' : ''}${written}]`;
    return without === '' ? inside : `[${inside}${without}]`;
  }

  /** True for a hyphen between two characters of a class. */
  #isBetween(count: number): boolean {
    return count > 0 && this.#signs[this.#at] !== ']';
  }
}

function fail(what: string): never {
  throw new SyntaxError(`unknown in a pattern: ${what}`);
}
