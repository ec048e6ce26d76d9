import { typeTexts } from './element-types.ts';
import { findings as english } from './en/findings.ts';
import { inLanguage } from './language.ts';

const texts = inLanguage('findings', english);

/** Values that are words of the engine, and kinds of elements; others are names of the model. */
const WORDS: ReadonlySet<string> = new Set(['place', 'gateway', 'where', 'names', 'what', 'kind', 'host']);
const KINDS: ReadonlySet<string> = new Set(['kind', 'host']);

/** Sentence of a finding with its values. Undefined: the text of the API is shown. */
export function findingSentence(code: string | undefined, values: Readonly<Record<string, string>> = {}): string | undefined {
  const sentences: Readonly<Record<string, string>> = texts.sentences;
  if (code === undefined || !Object.hasOwn(sentences, code)) return undefined;
  const sentence = (sentences[code] ?? '').replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? shownValue(name, values[name] ?? whole) : whole,
  );
  const { nearest, notExecutable } = values;
  return [
    sentence,
    ...(nearest === undefined ? [] : [texts.nearest(nearest)]),
    ...(notExecutable === undefined ? [] : [texts.notExecutable(notExecutable)]),
  ].join(' ');
}

function shownValue(name: string, value: string): string {
  if (!WORDS.has(name)) return value;
  if (Object.hasOwn(texts.words, value)) return texts.words[value] ?? value;
  return KINDS.has(name) ? typeTexts.typeOf(value) : value;
}
