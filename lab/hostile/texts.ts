// biome-ignore-all lint/suspicious/noTemplateCurlyInString: some template languages are written so
import type { Dice } from './corpus.ts';

/** Texts that have broken programs before. */
export const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  '\u0007\u001b[31m',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202egnp.exe',
  '\u2066a\u2069',
  '\u2028\u2029',
  'Z̴̢̛͓̭a͖l̷g̴o̸',
  '👩‍👩‍👧‍👦',
  'ﷺ'.repeat(64),
  'İıſK',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{7*7}}',
  '${7*7}',
  '#{7*7}',
  '=7*7',
  "'; drop table instance; --",
  '%',
  '%00',
  '%n%s%x',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  '\r\nX-Injected: 1',
  '(?:(a+)+)+$',
  'a'.repeat(300),
  'a'.repeat(20_000),
  '0'.repeat(400),
  '1e309',
  '-0',
  '9007199254740993',
  'NaN',
  'Infinity',
  'null',
  'true',
  '[]',
  '{}',
  '2026-13-45T99:99:99Z',
  '+275760-09-13T00:00:00.001Z',
  'P1Y2M10DT2H30M',
  'R999999999999/PT0S',
  '00000000-0000-0000-0000-000000000000',
];

/** A piece of a text is lost, doubled, moved, or replaced by something else. */
export function mutated(text: string, { below, pick }: Dice, inserts: readonly string[] = HOSTILE_TEXTS): string {
  const at = below(text.length + 1);
  const end = Math.min(text.length, at + 1 + below(40));
  switch (below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at);
    case 2:
      return text.slice(0, at) + pick(inserts) + text.slice(at);
    case 3:
      return text.slice(0, at) + pick(inserts) + text.slice(end);
    case 4:
      return text.slice(0, at);
    default:
      return text.slice(0, at) + String.fromCharCode(below(0x10000)) + text.slice(Math.min(text.length, at + 1));
  }
}

/** Escaped for an attribute or the content of an element. */
export function xmlText(text: string): string {
  return text.replace(/[&<>"'\r\n\t]/g, (character) => `&#${character.charCodeAt(0)};`);
}
