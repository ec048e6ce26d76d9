import { decisionsTexts } from '../../../texts/decisions.ts';

/** The service of the library that says its words in another language: what the catalogue does not have stays English. */
export const DRAWN_WORDS = { translate: ['value', wordOf] };

function wordOf(text: string, values: Readonly<Record<string, string>> = {}): string {
  const words = Object.hasOwn(decisionsTexts.drawn, text) ? (decisionsTexts.drawn[text] ?? text) : text;
  return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
