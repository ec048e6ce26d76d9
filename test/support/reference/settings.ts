import { SETTINGS, type Setting, WEBHOOK_SETTINGS } from '../../../src/platform/config-table.ts';
import { headText, rowsOfTable, tableText } from './table-text.ts';

/** docs/reference/settings.md: the keys from the code, with what docs/configuration.md says about them. */
export function settingsPage(configuration: string): string {
  const said = new Map(rowsOfTable(configuration, '| Key | Default |').map((row) => [row[0]?.replaceAll('`', '') ?? '', row]));
  const settings: readonly Setting<unknown>[] = [...Object.values(SETTINGS), ...Object.values(WEBHOOK_SETTINGS)];
  const sections = [...new Set(settings.map(({ key }) => sectionOf(key)))].sort();
  const texts = sections.map((section) => {
    const rows = settings.filter(({ key }) => sectionOf(key) === section).map((setting) => rowOf(setting, said.get(setting.key)));
    return `## ${section.replace('<name>', '*name*')}\n\n${tableText(['Variable', 'Default', 'Allowed', 'Means'], rows)}`;
  });
  return `${headText('Settings', 'the table of the configuration')}Every setting as a variable of the environment, by section. Upper and lower case do not matter. In a file, [\`CONFIG_FILE\`](../configuration.md), a section is an object: \`Engine__WorkerConcurrency=8\` is \`{"Engine": {"WorkerConcurrency": 8}}\`.
A *secret* is never shown, and may lie in a file that \`<variable>_FILE\` names. A *list* has commas between its entries. How settings are read: [configuration](../configuration.md). What a start would use, and what is wrong with it: \`sluice doctor\`.

${texts.join('\n\n')}
`;
}

function sectionOf(key: string): string {
  return key.includes(':') ? key.slice(0, key.lastIndexOf(':')) : 'The process';
}

function rowOf({ key, isSecret, isList }: Setting<unknown>, said: readonly string[] | undefined): readonly string[] {
  if (said === undefined) throw new Error(`${key} has no row in docs/configuration.md`);
  const [, fallback = '', allowed = '', means = ''] = said;
  const kinds = [isSecret ? '*secret*' : [], isList ? '*list*' : []].flat();
  return [[`\`${key.replaceAll(':', '__')}\``, ...kinds].join(' '), ...[fallback, allowed, means].map(moved)];
}

/** What is relative to docs/ is one folder up from the reference. */
function moved(text: string): string {
  return text.replaceAll(/\]\((?!https?:|#)/g, '](../').replaceAll('](#', '](../configuration.md#');
}
