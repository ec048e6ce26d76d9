import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import kafkajs from 'kafkajs';
import { endWithUs } from '../end-with-us.ts';
import { eventually } from '../eventually.ts';
import { freePort } from '../redis.ts';

const run = promisify(execFile);
const VERSION = '3.9.1';
const TLS = new URL('../tls/', import.meta.url);
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>test</groupId><artifactId>broker</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${VERSION}</version></dependency></dependencies>
</project>`;
/** Starts in seconds and stays small. */
const JAVA = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

/** Users of the broker of a test. */
export const SIGNS_IN = { username: 'sluice', password: 'right-and-hushed' };

/** A separate broker that stops and starts on its ports, and keeps its data. */
export interface KafkaBroker {
  /** `host:port`, without sign-in and encryption */
  readonly address: string;
  /** asks for a sign-in: PLAIN or SCRAM-SHA-256 */
  readonly signInAddress: string;
  /** TLS, with the certificates of test/support/tls; asks for one of the client */
  readonly tlsAddress: string;
  start(): Promise<void>;
  /** Ends it immediately, as a power cut does. */
  kill(): Promise<void>;
  /** Ends it for good. */
  end(): Promise<void>;
}

/** The jars of a broker, fetched by Maven where there is one; undefined: there is no Maven, no Java, or it cannot be fetched. */
export async function kafkaClasspath(): Promise<string | undefined> {
  const answers = (command: string) => spawnSync(command, ['--version']).status === 0;
  if (!answers('mvn') || !answers('java')) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'sluice-kafka-jars-'));
  try {
    await writeFile(join(folder, 'pom.xml'), POM);
    const words = ['-q', '-B', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'];
    const maven = (...more: string[]) => run('mvn', [...more, ...words], { cwd: folder });
    // uses earlier downloads without a network
    await maven('-o').catch(() => maven());
    return (await readFile(join(folder, 'classpath'), 'utf8')).trim();
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Starts a broker of one node, which is its own controller. */
export async function startKafkaBroker(classpath: string): Promise<KafkaBroker> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-kafka-'));
  const ports = { plain: await freePort(), signed: await freePort(), secured: await freePort(), controller: await freePort() };
  const properties = join(folder, 'server.properties');
  await writeFile(properties, propertiesOf(folder, ports));
  const java = (name: string, ...words: string[]) => [...JAVA, '-cp', classpath, name, ...words];
  const credentials = `SCRAM-SHA-256=[name=${SIGNS_IN.username},password=${SIGNS_IN.password}]`;
  const format = ['format', '-t', 'MkU3OEVBNTcwNTJENDM2Qg', '-c', properties, '--add-scram', credentials];
  await run('java', java('kafka.tools.StorageTool', ...format));
  const broker = new BrokerProcess(java('kafka.Kafka', properties), `127.0.0.1:${ports.plain}`);
  await broker.start();
  return {
    address: `127.0.0.1:${ports.plain}`,
    signInAddress: `127.0.0.1:${ports.signed}`,
    tlsAddress: `localhost:${ports.secured}`,
    start: () => broker.start(),
    kill: () => broker.kill(),
    async end() {
      await broker.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

class BrokerProcess {
  readonly #words: readonly string[];
  readonly #address: string;
  #child: ChildProcess | undefined;
  #stay = () => {};

  constructor(words: readonly string[], address: string) {
    this.#words = words;
    this.#address = address;
  }

  async start(): Promise<void> {
    const child = spawn('java', this.#words, { stdio: 'ignore' });
    this.#child = child;
    this.#stay = endWithUs(() => child.kill('SIGKILL'));
    const client = new kafkajs.Kafka({ brokers: [this.#address], retry: { retries: 0 }, logCreator: () => () => {} });
    await eventually('the broker answers', () => isServing(client), { withinMs: 60_000, everyMs: 100 });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    this.#stay();
  }
}

async function isServing(client: kafkajs.Kafka): Promise<boolean> {
  const admin = client.admin();
  try {
    await admin.connect();
    return (await admin.describeCluster()).brokers.length === 1;
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => {});
  }
}

function propertiesOf(folder: string, ports: Readonly<Record<'plain' | 'signed' | 'secured' | 'controller', number>>): string {
  const { plain, signed, secured, controller } = ports;
  const open = `PLAIN://127.0.0.1:${plain},SIGNED://127.0.0.1:${signed},SECURED://127.0.0.1:${secured}`;
  const known = `PLAIN://127.0.0.1:${plain},SIGNED://127.0.0.1:${signed},SECURED://localhost:${secured}`;
  const module = (name: string) => `org.apache.kafka.common.security.${name} required`;
  const pem = (name: string) => readFileSync(new URL(name, TLS), 'utf8').trim().replaceAll('\n', '\\n\\\n');
  const { username, password } = SIGNS_IN;
  return `
process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${controller}
listeners=${open},CONTROLLER://127.0.0.1:${controller}
advertised.listeners=${known}
inter.broker.listener.name=PLAIN
controller.listener.names=CONTROLLER
listener.security.protocol.map=CONTROLLER:PLAINTEXT,PLAIN:PLAINTEXT,SIGNED:SASL_PLAINTEXT,SECURED:SSL
sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256
listener.name.signed.plain.sasl.jaas.config=${module('plain.PlainLoginModule')} user_${username}="${password}";
listener.name.signed.scram-sha-256.sasl.jaas.config=${module('scram.ScramLoginModule')};
listener.name.secured.ssl.client.auth=required
ssl.keystore.type=PEM
ssl.keystore.certificate.chain=${pem('server.crt')}
ssl.keystore.key=${pem('server.key')}
ssl.truststore.type=PEM
ssl.truststore.certificates=${pem('ca.crt')}
log.dirs=${join(folder, 'data')}
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
group.initial.rebalance.delay.ms=0
log.cleaner.enable=false
`;
}
