import { GLOBAL_OPTIONS, globalOptionsOf } from './arguments.ts';
import type { ActionDeclaration, Completes, OptionDeclaration, OptionTable, VerbDeclaration } from './verb-declaration.ts';

/** `about`: for users; may be empty. */
export interface NextWord {
  readonly text: string;
  readonly about: string;
}

/**
 * Completions of the last word. `asks`: kind of further values to look up, for example in the API. `before`: part of the word before the value, such
 * as `--url=`.
 */
export interface NextWords {
  readonly words: readonly NextWord[];
  readonly asks: Completes | undefined;
  readonly before: string;
  /** typed part of the value */
  readonly begun: string;
  /** typed so far */
  readonly address: { readonly url?: string; readonly profile?: string };
}

/** Words before the completed one. */
interface Reading {
  verb: VerbDeclaration | undefined;
  action: string | undefined;
  operands: number;
  /** the next word is its value */
  option: string | undefined;
  /** the word `--`, which ends the options, was read */
  isAfterEnd: boolean;
  readonly used: Set<string>;
  readonly address: { url?: string; profile?: string };
}

/** @param words after `sluice`; the last one may be '' */
export function findNextWords(words: readonly string[], verbs: Readonly<Record<string, VerbDeclaration>>): NextWords {
  const last = words.at(-1) ?? '';
  const reading = readBefore(words.slice(0, -1), verbs);
  const { verb, action, address } = reading;
  const found = (all: readonly NextWord[], asks?: Completes, before = '', begun = last): NextWords => ({
    words: all.filter(({ text }) => text.startsWith(begun)).map(({ text, about }) => ({ text: before + text, about })),
    ...{ asks, before, begun, address },
  });
  const inline = reading.isAfterEnd ? null : /^--([^=]+)=([\s\S]*)$/.exec(last);
  const option = reading.option ?? inline?.[1];
  if (option !== undefined) {
    const declared = optionsOf(verb)[option];
    const [before, begun] = reading.option === undefined ? [`--${option}=`, inline?.[2] ?? ''] : ['', last];
    return found(
      (declared?.choices ?? []).map(wordOf),
      declared?.value === undefined ? undefined : declared.completes,
      before,
      begun,
    );
  }
  if (last.startsWith('-') && !reading.isAfterEnd) return found(optionWords(reading));
  if (verb === undefined) return found(Object.values(verbs).map(({ name, about }) => ({ text: name, about })));
  const actions: Readonly<Record<string, ActionDeclaration>> = verb.actions ?? {};
  if (verb.actions !== undefined && action === undefined)
    return found(Object.entries(actions).map(([text, { about }]) => ({ text, about })));
  const operands = action === undefined ? verb.operands : actions[action]?.operands;
  if (operands === undefined || reading.operands >= operands.most) return found([]);
  if (operands.completes === 'verb') return found(Object.keys(verbs).map(wordOf));
  return found([], operands.completes);
}

function wordOf(text: string): NextWord {
  return { text, about: '' };
}

function optionsOf(verb: VerbDeclaration | undefined): OptionTable {
  // own options first
  const all = verb === undefined ? GLOBAL_OPTIONS : { ...verb.options, ...globalOptionsOf(verb), ...verb.options };
  return Object.assign(Object.create(null) as OptionTable, all);
}

function optionWords({ verb, action, used }: Reading): readonly NextWord[] {
  const fits = ([name, { of, multiple }]: [string, OptionDeclaration]) =>
    (multiple === true || !used.has(name)) && (of === undefined || action === undefined || of.includes(action));
  const own = Object.entries<OptionDeclaration>(optionsOf(verb)).filter(fits);
  const words = own.map(([name, { about }]) => ({ text: `--${name}`, about }));
  const extra = verb === undefined ? [{ text: '--version', about: 'the version' }] : [];
  return [...words, ...extra, { text: '--help', about: 'print help' }];
}

function readBefore(words: readonly string[], verbs: Readonly<Record<string, VerbDeclaration>>): Reading {
  const reading: Reading = {
    ...{ verb: undefined, action: undefined, operands: 0, option: undefined, isAfterEnd: false },
    ...{ used: new Set<string>(), address: {} },
  };
  for (const word of words) {
    if (reading.option !== undefined) noteValue(reading, reading.option, word);
    else if (reading.isAfterEnd || !word.startsWith('-')) noteOperand(reading, word, verbs);
    else if (word === '--') reading.isAfterEnd = true;
    else noteOption(reading, word);
  }
  return reading;
}

function noteOption(reading: Reading, word: string): void {
  const [, name = '', value] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? [];
  reading.used.add(name);
  if (optionsOf(reading.verb)[name]?.value === undefined) return;
  if (value === undefined) reading.option = name;
  else noteValue(reading, name, value);
}

function noteValue(reading: Reading, name: string, value: string): void {
  if (name === 'url' || name === 'profile') reading.address[name] = value;
  reading.option = undefined;
}

function noteOperand(reading: Reading, word: string, verbs: Readonly<Record<string, VerbDeclaration>>): void {
  const { verb } = reading;
  if (verb === undefined) reading.verb = Object.hasOwn(verbs, word) ? verbs[word] : undefined;
  else if (verb.actions !== undefined && reading.action === undefined)
    reading.action = Object.hasOwn(verb.actions, word) ? word : undefined;
  else reading.operands += 1;
}
