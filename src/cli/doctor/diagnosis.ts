import { ConfigError, type Environment } from '../../platform/config/config.ts';
import { findIdleKeys, findUnusableValues } from '../../platform/config/config-review.ts';
import { type ConfigSource, openConfigSource } from '../../platform/config/config-source.ts';
import { checkConfiguration, checkContradictions } from './check-contradictions.ts';
import { checkDatabase, checkReplica } from './check-database.ts';
import { checkIssuer, checkPorts, checkRedis } from './check-connections.ts';
import { checkKafka } from './check-kafka.ts';
import { type DoctorFinding, type Lenient, notice, wrong } from './checks.ts';

/** The settings that a start would use, and the findings about them. */
export interface Diagnosis {
  readonly source: ConfigSource;
  /** faults first */
  readonly findings: readonly DoctorFinding[];
  /** id of the installation of the database; undefined when the database cannot be asked */
  readonly installation?: string;
}

/** Checks the whole configuration and everything it names. Changes nothing. Findings never reject. */
export async function diagnose(env: Environment): Promise<Diagnosis> {
  const { source, fault } = openSource(env);
  const unusable = findUnusableValues(source);
  const read: Lenient = (setting) => (unusable.some(({ key }) => key === setting.key) ? undefined : source.read(setting));
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

/** Without the file when it cannot be read: the environment is still checked. */
function openSource(env: Environment): { readonly source: ConfigSource; readonly fault?: ConfigError } {
  try {
    return { source: openConfigSource(env) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const withoutFile = Object.entries(env).filter(([name]) => name.toLowerCase() !== 'config_file');
    return { source: openConfigSource(Object.fromEntries(withoutFile)), fault: error };
  }
}

/** A configuration error as a sentence. */
function sentence({ key, reason }: ConfigError): string {
  return `${key} ${reason}.`;
}
