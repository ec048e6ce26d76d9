import { createServer } from 'node:net';
import { discover, fetchKeys } from '../../api/auth/issuer.ts';
import { poolConnection } from '../../db/connection.ts';
import { openPool } from '../../db/pool.ts';
import { readSinkState, subscriberOf } from '../../kafka/kafka-sink.ts';
import { probeTopic } from '../../kafka/producer.ts';
import { KAFKA, type KafkaConfig, readKafka } from '../../platform/config/config-feed-out.ts';
import { PROCESS } from '../../platform/config/config-process.ts';
import { AUTHENTICATION } from '../../platform/config/config-security.ts';
import { namedDatabases } from '../../platform/config/config-shards.ts';
import { ConfigError, type ConfigSource } from '../../platform/config/config-source.ts';
import { keyOf } from '../../platform/config/setting.ts';
import { errorMessage, redactText } from '../../platform/redact.ts';
import { withTimeout } from '../../platform/retry.ts';
import { probeRedis } from '../../queue/probe-redis.ts';
import { type DatabaseFacts, type DoctorFinding, type Lenient, notice, wrong } from './check-database.ts';

/** Document and keys of Authentication:Authority can be fetched. Notice if the issuer has another name than the setting. */
export async function checkIssuer(read: Lenient): Promise<readonly DoctorFinding[]> {
  const [authority, requiresHttps] = [read(AUTHENTICATION.shape.authority), read(AUTHENTICATION.shape.requiresHttps)];
  if (authority === undefined || requiresHttps === undefined) return [];
  if (requiresHttps && new URL(authority).protocol !== 'https:') return []; // refused before any request
  try {
    const { issuer, jwksUri } = await discover({ authority, requiresHttps });
    const signing = (await fetchKeys(jwksUri))
      .jwks()
      .keys.filter(({ kty = '', use }) => /^(?:RSA|EC)$/.test(kty) && use !== 'enc');
    if (signing.length === 0)
      return [wrong(`The issuer publishes no RSA or EC key at ${redactText(jwksUri.href)}: every token is refused.`)];
    if (issuer.replace(/\/$/, '') === authority.replace(/\/$/, '')) return [];
    return [notice(`The issuer calls itself ${redactText(issuer)}: only tokens with exactly this \`iss\` are accepted.`)];
  } catch (error) {
    return [
      wrong(
        `The issuer of ${keyOf(AUTHENTICATION.shape.authority)} cannot be used: ${errorMessage(error)}. Until then every call is answered 401.`,
      ),
    ];
  }
}

const PORTS = [
  { setting: PROCESS.shape.port, user: 'The API' },
  { setting: PROCESS.shape.uiPort, user: 'The UI' },
  { setting: PROCESS.shape.metricsPort, user: 'A separate worker or projector' },
] as const;

/** The ports can be opened; PORT and UI_PORT differ. A busy default port is only a notice, because a start uses the next free one. */
export async function checkPorts(source: ConfigSource, read: Lenient): Promise<readonly DoctorFinding[]> {
  const host = read(PROCESS.shape.host);
  if (host === undefined) return [];
  const found = PORTS.map(async ({ setting, user }) => {
    const port = read(setting) ?? 0;
    const code = port === 0 ? undefined : await bindFault(host, port);
    if (code === undefined) return [];
    const isExplicit = source.originOf(setting) !== 'default';
    if (code !== 'EADDRINUSE') return [wrong(`${keyOf(setting)}: ${host}:${port} cannot be opened (${code}).`)];
    if (isExplicit) return [wrong(`${keyOf(setting)} is port ${port}, which is already in use on ${host}.`)];
    return [notice(`${user} would not get port ${port}, which is in use on ${host}, but the next free one from ${port + 10}.`)];
  });
  return [...sharedPorts(source, read), ...(await Promise.all(found)).flat()];
}

function sharedPorts(source: ConfigSource, read: Lenient): readonly DoctorFinding[] {
  const [api = 0, ui = 0] = [read(PROCESS.shape.port), read(PROCESS.shape.uiPort)];
  const isWanted = [PROCESS.shape.port, PROCESS.shape.uiPort].every((setting) => source.originOf(setting) !== 'default');
  return isWanted && api === ui && api !== 0 ? [wrong(`PORT and UI_PORT are the same port, ${api}.`)] : [];
}

/** Error code; undefined: the port can be bound. */
function bindFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

const TIMEOUT_MS = 3000;

/** REDIS_URL is reachable, does not evict keys, and is not used by other installations or a copy of this one. */
export async function checkRedis(
  read: Lenient,
  { installation, home }: Pick<DatabaseFacts, 'installation' | 'home'>,
): Promise<readonly DoctorFinding[]> {
  const url = read(PROCESS.shape.redisUrl);
  if (url === undefined) return [];
  try {
    const facts = await probeRedis(url, TIMEOUT_MS, installation);
    const { isReplica, isClusterNode, isClusterDown, primariesAlone, maxMemoryPolicy, installations, earlierJobs } = facts;
    if (isClusterNode)
      return [
        wrong('The Redis of REDIS_URL is a node of a cluster: begin the address with redis+cluster:// or rediss+cluster://.'),
      ];
    if (isReplica) return [wrong('The Redis of REDIS_URL is a replica and takes no writes: name its primary.')];
    if (isClusterDown)
      return [wrong('The cluster of REDIS_URL is down: some slots have no primary. See `redis-cli --cluster check`.')];
    return [
      ...aloneFindings(primariesAlone),
      ...copyFindings(home, facts.home),
      ...evictionFindings(maxMemoryPolicy),
      ...otherFindings(installations.filter((id) => id !== installation)),
      ...earlierFindings(earlierJobs),
    ];
  } catch (error) {
    return [wrong(`The Redis of REDIS_URL cannot be used: ${errorMessage(error).replace(/\.$/, '')}.`)];
  }
}

function copyFindings(ours: string | undefined, found: string | undefined): readonly DoctorFinding[] {
  if (ours === undefined || found === undefined || ours === found) return [];
  return [
    wrong(
      'Another database with the same installation id uses this Redis (a copy or the original): run `npm run installation:renew` on the copy. If this database replaces the other one, its replicas start working half a minute after the last replica of the other has ended.',
    ),
  ];
}

function aloneFindings(primaries: number): readonly DoctorFinding[] {
  if (primaries === 0) return [];
  return [notice(`${primaries} primaries of the Redis Cluster have no replica: if one fails, commands wait until it is back.`)];
}

function evictionFindings(policy: string): readonly DoctorFinding[] {
  if (policy === '' || policy === 'noeviction') return [];
  return [notice(`Redis forgets keys when its memory is full (maxmemory-policy ${policy}); the queue wants noeviction.`)];
}

function otherFindings(others: readonly string[]): readonly DoctorFinding[] {
  if (others.length === 0) return [];
  return [
    notice(`Redis also holds queues of other installations: ${others.join(', ')}. They share its memory, and nothing else.`),
  ];
}

function earlierFindings(jobs: number): readonly DoctorFinding[] {
  if (jobs === 0) return [];
  return [
    notice(
      `Redis holds ${jobs} jobs in queues of release 0.1, which has no ids of installations; only replicas of that release take them. Acknowledged work is in the database: once those replicas have ended, remove the keys sluice:commands:* and sluice:task-*.`,
    ),
  ];
}

const KAFKA_TIMEOUT_MS = 15_000;

/** Access of the sink to Kafka:Brokers and the topic, and its state in the database. */
export async function checkKafka(
  source: ConfigSource,
  read: Lenient,
  { installation }: Pick<DatabaseFacts, 'installation'>,
): Promise<readonly DoctorFinding[]> {
  const config = configOf(source);
  if (config === undefined) return [];
  const [first] = namedDatabases(read(PROCESS.shape.shards) ?? '');
  const databaseUrl = first?.databaseUrl ?? read(PROCESS.shape.databaseUrl);
  const ofSink = databaseUrl === undefined || installation === undefined ? [] : await sinkFindings(databaseUrl, config);
  return [...encryptionFindings(config), ...(await brokerFindings(config)), ...ofSink];
}

/** Returns undefined if Kafka is off, or a setting is invalid, which another check reports. */
function configOf(source: ConfigSource): KafkaConfig | undefined {
  try {
    return readKafka(source, 'all');
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

function encryptionFindings({ tls, sasl }: KafkaConfig): readonly DoctorFinding[] {
  if (sasl?.mechanism !== 'plain' || tls !== undefined) return [];
  const [password, isEncrypted] = [KAFKA.shape.sasl.shape.password, KAFKA.shape.tls.shape.isEnabled].map(keyOf);
  return [notice(`${password} is sent to the brokers unencrypted, because ${isEncrypted} is not set.`)];
}

async function brokerFindings(config: KafkaConfig): Promise<readonly DoctorFinding[]> {
  const [brokers, topic] = [KAFKA.shape.brokers, KAFKA.shape.topic].map(keyOf);
  try {
    if (await withTimeout(probeTopic(config), KAFKA_TIMEOUT_MS, 'the brokers')) return [];
    return [
      wrong(
        `The brokers of ${brokers} have no visible topic ${config.topic}: create it, or give the user of the sink write access (${topic}).`,
      ),
    ];
  } catch (error) {
    if (error instanceof ConfigError) return [wrong(`${error.key} ${error.reason}.`)];
    return [wrong(`The brokers of ${brokers} cannot be used: ${errorMessage(error)}.`)];
  }
}

async function sinkFindings(databaseUrl: string, config: KafkaConfig): Promise<readonly DoctorFinding[]> {
  const pool = openPool(databaseUrl, { max: 1, applicationName: 'sluice doctor' });
  try {
    const state = await readSinkState(poolConnection(pool), subscriberOf(config));
    if (state === undefined) return [];
    const { isPaused, error, lagSeconds } = state;
    const behind = `it is ${Math.round(lagSeconds)} s behind`;
    return [
      ...(isPaused ? [notice(`The sink of the topic ${config.topic} is paused; ${behind}.`)] : []),
      ...(error === null
        ? []
        : [notice(`The topic ${config.topic} took nothing when events were last sent: ${error}; ${behind}.`)]),
    ];
  } catch {
    return []; // another check reports that the database cannot be used
  } finally {
    await pool.end();
  }
}
