import { decisionsTexts } from '../../../texts/decisions.ts';

/** Translates the texts of the library. Others stay English. */
export const DRAWN_WORDS = { translate: ['value', wordOf] };

function wordOf(text: string, values: Readonly<Record<string, string>> = {}): string {
  const words = Object.hasOwn(decisionsTexts.drawn, text) ? (decisionsTexts.drawn[text] ?? text) : text;
  return words.replaceAll(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
}
