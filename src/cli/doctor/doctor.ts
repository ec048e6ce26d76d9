import { ConfigError } from '../../platform/config/config.ts';
import { settingsOfWebhook, webhookNames } from '../../platform/config/config-feed-out.ts';
import { defaultDataDir } from '../../platform/config/config-process.ts';
import { findIdleKeys, findUnusableValues, SETTINGS } from '../../platform/config/config-review.ts';
import { type ConfigSource, openConfigSource, type SettingOrigin } from '../../platform/config/config-source.ts';
import { type Environment, processEnvironment } from '../../platform/config/environment.ts';
import { factsOf, keyOf, type Setting } from '../../platform/config/setting.ts';
import { redactText } from '../../platform/redact.ts';
import { version } from '../../platform/version.ts';
import { checkIssuer, checkKafka, checkPorts, checkRedis } from './check-connections.ts';
import { checkConfiguration, checkContradictions } from './check-contradictions.ts';
import { checkDatabase, checkReplica, type DoctorFinding, type Lenient, notice, wrong } from './check-database.ts';

/** Effective settings and findings. */
interface Diagnosis {
  readonly source: ConfigSource;
  /** problems first */
  readonly findings: readonly DoctorFinding[];
  /** undefined: the database is not reachable */
  readonly installation?: string;
}

/** Checks the configuration, and its servers, ports and files. Changes nothing. Problems do not reject. */
export async function diagnose(env: Environment): Promise<Diagnosis> {
  const { source, fault } = openSource(env);
  const unusable = findUnusableValues(source);
  const read: Lenient = (setting) => (unusable.some(({ key }) => key === keyOf(setting)) ? undefined : source.read(setting));
  const database = checkDatabase(read);
  const [{ findings: ofDatabase, installation }, replica, ports, redis, issuer, kafka] = await Promise.all([
    database,
    database.then((facts) => checkReplica(read, facts)),
    checkPorts(source, read),
    database.then((facts) => checkRedis(read, facts)),
    checkIssuer(read),
    database.then((facts) => checkKafka(source, read, facts)),
  ]);
  const findings = [
    ...(fault === undefined ? [] : [wrong(sentence(fault))]),
    ...unusable.map((error) => wrong(sentence(error))),
    ...(unusable.length > 0 ? [] : checkConfiguration(source)),
    ...findIdleKeys(source).map(({ key, reason }) => notice(`${key} ${reason}${reason.endsWith('?') ? '' : '.'}`)),
    ...checkContradictions(source, read),
    ...ports,
    ...ofDatabase,
    ...replica,
    ...redis,
    ...issuer,
    ...kafka,
  ];
  const first = findings.filter(({ kind }) => kind === 'wrong');
  const ordered = [...first, ...findings.filter(({ kind }) => kind !== 'wrong')];
  return { source, findings: ordered, ...(installation === undefined ? {} : { installation }) };
}

/** `fault`: the file cannot be read; `source` has only the environment. */
function openSource(env: Environment): { readonly source: ConfigSource; readonly fault?: ConfigError } {
  try {
    return { source: openConfigSource(env) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const withoutFile = Object.entries(env).filter(([name]) => name.toLowerCase() !== 'config_file');
    return { source: openConfigSource(Object.fromEntries(withoutFile)), fault: error };
  }
}

function sentence({ key, reason }: ConfigError): string {
  return `${key} ${reason}.`;
}

/** Values that the start determines. */
const WORKED_OUT: ReadonlyMap<string, () => string> = new Map([
  ['PROCESS_NAME', () => '<role>-<host name>-<8 hexadecimal digits>'],
  ['DATA_DIR', defaultDataDir],
]);
const FROM: Readonly<Record<SettingOrigin, string>> = { environment: 'environment', file: 'CONFIG_FILE', default: '' };

/** Every setting with value and source, then the findings. */
export function reportText({ source, findings, installation }: Diagnosis): string {
  const rows = [...SETTINGS, ...webhookNames(source).flatMap(settingsOfWebhook)].map(
    (setting) => [keyOf(setting), shownValue(source, setting), FROM[source.originOf(setting)]] as const,
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

function shownValue(source: ConfigSource, setting: Setting): string {
  const { key, isSecret, show } = factsOf(setting);
  let value: unknown;
  try {
    value = source.read(setting);
  } catch {
    return '(cannot be used)';
  }
  if (value === undefined) return WORKED_OUT.get(key)?.() ?? '(absent)';
  if (isSecret) return show?.(value) ?? masked(String(value));
  if (Array.isArray(value) && value.length === 0) return '(empty)';
  if (show !== undefined) return redactText(show(value));
  if (Array.isArray(value)) return value.join(', ');
  return redactText(String(value));
}

/** URL without user, password and query; `***` for other texts. */
function masked(secret: string): string {
  if (!URL.canParse(secret)) return '***';
  const { protocol, host, pathname, username, password, search } = new URL(secret);
  const user = username === '' && password === '' ? '' : '***@';
  return `${protocol}//${user}${host}${pathname}${search === '' ? '' : '?***'}`;
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}

/** @returns false if there are errors */
export async function runDoctor(): Promise<boolean> {
  const diagnosis = await diagnose(processEnvironment());
  process.stdout.write(reportText(diagnosis));
  return diagnosis.findings.every(({ kind }) => kind !== 'wrong');
}
