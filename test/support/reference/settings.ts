import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WEBHOOK } from '../../../src/platform/config/config-feed-out.ts';
import { SECTIONS } from '../../../src/platform/config/config-review.ts';
import { factsOf, type Section, type Setting, settingsOf } from '../../../src/platform/config/setting.ts';
import { packageRoot } from '../../../src/platform/version.ts';
import { tableText } from './table-text.ts';

/** docs/reference/settings.md: the present page with the tables of the code under its headings. */
export function settingsPage(): string {
  const page = readFileSync(join(packageRoot, 'docs/reference/settings.md'), 'utf8');
  const sections = Object.entries({ ...SECTIONS, Webhooks: WEBHOOK });
  return sections.reduce((text, [heading, section]) => withTable(text, heading, section), page);
}

function withTable(page: string, heading: string, section: Section): string {
  const at = page.indexOf(`\n## ${heading}\n`);
  const start = page.indexOf('\n| Key |', at) + 1;
  if (at < 0 || start === 0) throw new Error(`docs/reference/settings.md: no heading «${heading}» with a table`);
  const table = tableText(['Key', 'Default', 'Allowed', 'Meaning'], settingsOf(section).map(rowOf));
  return page.slice(0, start) + table + page.slice(page.indexOf('\n\n', start));
}

function rowOf(setting: Setting): readonly string[] {
  const { key, allowed, isSecret = false, ...facts } = factsOf(setting);
  const meaning = setting.description ?? '';
  if (isSecret !== /secret(?:\*\*)?$/i.test(meaning)) throw new Error(`${key}: its meaning must end with «secret» if it is one`);
  return [`\`${key}\``, facts.fallback ?? defaultOf(setting), allowed, meaning];
}

function defaultOf(setting: Setting): string {
  const value = setting.parse(undefined);
  if (value === undefined) return 'absent';
  const { isList, show } = factsOf(setting);
  return isList ? 'empty' : `\`${show?.(value) ?? value}\``;
}
