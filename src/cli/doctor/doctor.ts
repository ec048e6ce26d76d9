import { defaultDataDir, processEnvironment } from '../../platform/config/config.ts';
import type { ConfigSource, SettingOrigin } from '../../platform/config/config-source.ts';
import { type Setting } from '../../platform/config/config-keys.ts';
import { SETTINGS } from '../../platform/config/config-table.ts';
import { settingsOfWebhook, webhookNames } from '../../platform/config/config-webhooks.ts';
import { redactText } from '../../platform/redact.ts';
import { version } from '../../platform/version.ts';
import { diagnose, type Diagnosis } from './diagnosis.ts';
import type { DoctorFinding } from './checks.ts';

const ALL: readonly Setting<unknown>[] = Object.values(SETTINGS);

/** Values that are worked out at start-up. */
const WORKED_OUT: ReadonlyMap<string, () => string> = new Map([
  ['PROCESS_NAME', () => '<role>-<host name>-<8 hexadecimal digits>'],
  ['DATA_DIR', defaultDataDir],
]);
const FROM: Readonly<Record<SettingOrigin, string>> = { environment: 'environment', file: 'CONFIG_FILE', default: '' };

/** The page that the doctor prints: every setting with its value and where it came from, then the findings. */
export function reportText({ source, findings, installation }: Diagnosis): string {
  const rows = [...ALL, ...webhookNames(source).flatMap(settingsOfWebhook)].map(
    (setting) => [setting.key, shownValue(source, setting), FROM[source.originOf(setting)]] as const,
  );
  const [keyWidth, valueWidth] = [widest(rows.map(([key]) => key)), widest(rows.map(([, value]) => value))];
  const lines = rows.map(([key, value, from]) => `  ${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${from}`.trimEnd());
  const sections = [
    `Sluice ${version}: effective settings`,
    lines.join('\n'),
    installation === undefined ? '' : `Installation id of the database: ${installation}`,
    ...listText('Problems', findings, 'wrong'),
    ...listText('Notices', findings, 'notice'),
    findings.some(({ kind }) => kind === 'wrong') ? '' : 'No problems found.',
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function listText(title: string, findings: readonly DoctorFinding[], kind: DoctorFinding['kind']): readonly string[] {
  const texts = findings.filter((finding) => finding.kind === kind).map(({ text }) => `  - ${text}`);
  return texts.length === 0 ? [] : [`${title}\n${texts.join('\n')}`];
}

function shownValue(source: ConfigSource, setting: Setting<unknown>): string {
  let value: unknown;
  try {
    value = source.read(setting);
  } catch {
    return '(cannot be used)';
  }
  if (value === undefined) return WORKED_OUT.get(setting.key)?.() ?? '(absent)';
  if (setting.isSecret) return setting.show?.(value) ?? masked(String(value));
  if (Array.isArray(value) && value.length === 0) return '(empty)';
  if (setting.show !== undefined) return redactText(setting.show(value));
  if (Array.isArray(value)) return value.join(', ');
  return redactText(String(value));
}

/** Host and port of a secret address, without user and password. */
function masked(secret: string): string {
  if (!URL.canParse(secret)) return '***';
  const { protocol, host, pathname, username, password, search } = new URL(secret);
  const user = username === '' && password === '' ? '' : '***@';
  return `${protocol}//${user}${host}${pathname}${search === '' ? '' : '?***'}`;
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}

/** Prints the effective configuration and what is wrong with it. @returns false when something is */
export async function runDoctor(): Promise<boolean> {
  const diagnosis = await diagnose(processEnvironment());
  process.stdout.write(reportText(diagnosis));
  return diagnosis.findings.every(({ kind }) => kind !== 'wrong');
}
