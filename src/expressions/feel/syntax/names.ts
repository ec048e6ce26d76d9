import { type FeelToken, tokensOf } from './tokens.ts';

/** They end a name and cannot be part of it. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  'true false null if then else for in return some every satisfies and or between function external'.split(' '),
);

/** Several words or special characters, as tokens. */
interface LongName {
  readonly name: string;
  readonly words: readonly string[];
}

/** Normalizes blanks. */
export function plainName(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** Blanks or special characters: must be known before parsing. */
export function isLongName(name: string): boolean {
  return !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
}

/** Known long names; the longest match applies (DMN 1.3, 10.3.1.2). */
export class LongNames {
  readonly #byFirst = new Map<string, LongName[]>();

  constructor(names: Iterable<string>) {
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    const words = wordsOf(name);
    const [first] = words;
    if (first === undefined || words.length === 1) return;
    const known = this.#byFirst.get(first) ?? [];
    if (known.some((other) => other.name === name)) return;
    known.push({ name, words });
    known.sort((a, b) => b.words.length - a.words.length);
    this.#byFirst.set(first, known);
  }

  /** Longest name; `length` in tokens. */
  at(tokens: readonly FeelToken[], from: number): { readonly name: string; readonly length: number } | undefined {
    const found = this.#byFirst
      .get(tokens[from]?.text ?? '')
      ?.find(({ words }) => words.every((word, at) => tokens[from + at]?.text === word));
    return found === undefined ? undefined : { name: found.name, length: found.words.length };
  }
}

function wordsOf(name: string): readonly string[] {
  try {
    return tokensOf(name).flatMap(({ kind, text }) => (kind === 'end' ? [] : [text]));
  } catch {
    return [];
  }
}
