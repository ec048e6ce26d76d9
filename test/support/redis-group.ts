import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { endWithUs } from './end-with-us.ts';
import { eventually } from './eventually.ts';
import { freePort } from './redis.ts';
import { type RestartableRedis, startRestartableRedis } from './redis-on-port.ts';

/** Several Redis servers, one of which takes over when a primary fails. */
export interface RedisGroup {
  /** for REDIS_URL; with TLS, processes also need NODE_EXTRA_CA_CERTS=AUTHORITY */
  readonly url: string;
  /**
   * Ends the primary that holds a key like a power cut. Once a replica has taken over, the server is started again and follows it.
   * @returns the time until the replica had taken over, in ms
   */
  failOver(key: string): Promise<number>;
  /** Ends most primaries, so that no replica takes over. @returns starts them again. Absent: there is one primary */
  breakDown?(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Time without an answer after which a primary counts as failed. */
const NODE_TIMEOUT_MS = 2000;
const WITHIN = { withinMs: 60_000, everyMs: 50 };
const SLOTS = 16_384;

const tlsFile = (name: string) => fileURLToPath(new URL(`./tls/${name}`, import.meta.url));
/** Of the certificate of servers with TLS, which is for `localhost`. */
export const AUTHORITY = tlsFile('ca.crt');
const CERTIFICATE = {
  'tls-cert-file': tlsFile('server.crt'),
  'tls-key-file': tlsFile('server.key'),
  'tls-ca-cert-file': AUTHORITY,
  'tls-auth-clients': 'no',
  'tls-replication': 'yes',
};

/** A cluster with a replica of each primary. */
export async function startRedisCluster(primaries = 3, isTls = false): Promise<RedisGroup> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-redis-'));
  const nodes: Node[] = [];
  for (let n = 0; n < 2 * primaries; n++) nodes.push(await startNode(folder, n, isTls));
  const [first] = nodes as [Node];
  for (const [n, { ask }] of nodes.entries()) {
    await ask('cluster', 'set-config-epoch', n + 1);
    const [from, to] = [n, n + 1].map((part) => Math.floor((part * SLOTS) / primaries)) as [number, number];
    if (n < primaries) await ask('cluster', 'addslotsrange', from, to - 1);
  }
  for (const { port, busPort } of nodes) await first.ask('cluster', 'meet', '127.0.0.1', port, busPort);
  const knowsAll = async ({ ask }: Node) => (await linesOf(ask)).filter((line) => !line.includes('handshake')).length;
  await eventually(
    'each node knows all',
    async () => (await Promise.all(nodes.map(knowsAll))).every((n) => n === nodes.length),
    WITHIN,
  );
  for (const [n, { ask }] of nodes.slice(primaries).entries()) await ask('cluster', 'replicate', await idOf(nodes[n] as Node));
  const isWhole = async () => (await Promise.all(nodes.map(hasPartner))).every(Boolean);
  await eventually('each primary has a replica', isWhole, WITHIN);

  return {
    url: `${isTls ? 'rediss' : 'redis'}+cluster://${nodes.map(({ port }) => `${hostOf(isTls)}:${port}`).join(',')}`,
    async failOver(key) {
      await eventually('each primary has a replica', isWhole, WITHIN);
      const slot = Number(await first.ask('cluster', 'keyslot', key));
      const victim = await primaryOf(nodes, slot);
      const others = nodes.filter((node) => node !== victim);
      const began = performance.now();
      await victim.server.kill();
      await eventually('a replica has taken over', async () => (await primaryOf(others, slot)) !== undefined, WITHIN);
      const took = performance.now() - began;
      await victim.server.start();
      return took;
    },
    async breakDown() {
      await eventually('each primary has a replica', isWhole, WITHIN);
      const isPrimary = await Promise.all(
        nodes.map(async ({ ask }) => /role:master/.test(String(await ask('info', 'replication')))),
      );
      const victims = nodes.filter((_, n) => isPrimary[n]).slice(1);
      const rest = nodes.find((_, n) => isPrimary[n]) as Node;
      for (const { server } of victims) await server.kill();
      const isDown = async () => /cluster_state:fail/.test(String(await rest.ask('cluster', 'info')));
      await eventually('the cluster is down', isDown, WITHIN);
      return async () => {
        for (const { server } of victims) await server.start();
      };
    },
    async stop() {
      for (const { close } of nodes) await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Ask = (name: string, ...args: (string | number)[]) => Promise<unknown>;

interface Node {
  readonly server: RestartableRedis;
  /** for clients: that with TLS, if the server has one */
  readonly port: number;
  readonly busPort: number;
  readonly ask: Ask;
  close(): Promise<void>;
}

async function startNode(folder: string, n: number, isTls: boolean): Promise<Node> {
  const busPort = await freePort();
  const tlsPort = isTls ? await freePort() : undefined;
  const options = {
    'cluster-enabled': 'yes',
    'cluster-port': busPort,
    'cluster-node-timeout': NODE_TIMEOUT_MS,
    'cluster-config-file': join(folder, `nodes-${n}.conf`),
    'repl-diskless-sync-delay': 0,
    dir: folder,
    dbfilename: `${n}.rdb`,
    ...(tlsPort !== undefined && {
      ...CERTIFICATE,
      'tls-port': tlsPort,
      'tls-cluster': 'yes',
      'cluster-announce-hostname': 'localhost',
      'cluster-preferred-endpoint-type': 'hostname',
    }),
  };
  return nodeOf(await startRestartableRedis(flagsOf(options)), tlsPort, busPort);
}

/** The certificate has no address. */
function hostOf(isTls: boolean): string {
  return isTls ? 'localhost' : '127.0.0.1';
}

function flagsOf(options: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
}

function nodeOf(server: RestartableRedis, tlsPort: number | undefined, busPort: number): Node {
  const client = new Redis(server.url, { retryStrategy: () => 100, maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  return {
    server,
    port: tlsPort ?? server.port,
    busPort,
    ask: (name, ...args) => client.call(name, ...args),
    async close() {
      client.disconnect();
      await server.kill();
    },
  };
}

async function linesOf(ask: Ask): Promise<readonly string[]> {
  return String(await ask('cluster', 'nodes'))
    .trim()
    .split('\n');
}

async function idOf({ ask }: Node): Promise<string> {
  return String(await ask('cluster', 'myid'));
}

/** Whether a primary has a replica that is in sync, or a replica its primary. */
async function hasPartner({ ask }: Node): Promise<boolean> {
  const info = String(await ask('info', 'replication').catch(() => ''));
  return /role:master/.test(info) ? /state=online/.test(info) : /master_link_status:up/.test(info);
}

/** The node that holds the slot, in its own view. */
async function primaryOf(nodes: readonly Node[], slot: number): Promise<Node> {
  for (const node of nodes) {
    const own = (await linesOf(node.ask).catch(() => [])).find((line) => line.includes('myself,master')) ?? '';
    const ranges = own
      .split(' ')
      .slice(8)
      .map((range) => range.split('-').map(Number));
    if (ranges.some(([from = -1, to = from]) => from <= slot && slot <= to)) return node;
  }
  return undefined as never;
}

const PRIMARY = 'sluice-primary';

/** A primary with two replicas, and three sentinels. */
export async function startRedisSentinels(isTls = false): Promise<RedisGroup> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-sentinel-'));
  const host = hostOf(isTls);
  const nodes: Node[] = [];
  for (let n = 0; n < 3; n++) {
    const tlsPort = isTls ? await freePort() : undefined;
    const own = {
      dir: folder,
      dbfilename: `${n}.rdb`,
      'repl-diskless-sync-delay': 0,
      ...(tlsPort !== undefined && { ...CERTIFICATE, 'tls-port': tlsPort, 'replica-announce-ip': host }),
    };
    const follows = nodes[0] === undefined ? [] : ['--replicaof', host, String(nodes[0].port)];
    nodes.push(nodeOf(await startRestartableRedis([...flagsOf(own), ...follows]), tlsPort, 0));
  }
  const sentinels = await Promise.all([0, 1, 2].map((n) => startSentinel(folder, n, nodes[0]?.port as number, isTls)));
  const [sentinel] = sentinels as [Sentinel];
  const isWhole = async () => {
    const counts = await Promise.all(sentinels.map(({ partners }) => partners()));
    return (
      counts.every(({ sentinels, replicas }) => sentinels === 2 && replicas >= 2) &&
      (await Promise.all(nodes.map(hasPartner))).every(Boolean)
    );
  };
  await eventually('all sentinels know each other and both replicas', isWhole, WITHIN);

  return {
    url: `${isTls ? 'rediss' : 'redis'}+sentinel://${sentinels.map(({ port }) => `${host}:${port}`).join(',')}/${PRIMARY}`,
    async failOver() {
      await eventually('the primary has its replicas', isWhole, WITHIN);
      const before = await sentinel.primaryPort();
      const victim = nodes.find(({ port }) => port === before) as Node;
      const began = performance.now();
      await victim.server.kill();
      await eventually('a replica has taken over', async () => (await sentinel.primaryPort()) !== before, WITHIN);
      const took = performance.now() - began;
      await victim.server.start(); // the sentinels make it a replica
      return took;
    },
    async stop() {
      for (const { close } of [...sentinels, ...nodes]) await close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Sentinel {
  readonly port: number;
  primaryPort(): Promise<number>;
  partners(): Promise<{ readonly sentinels: number; readonly replicas: number }>;
  close(): Promise<void>;
}

async function startSentinel(folder: string, n: number, primaryPort: number, isTls: boolean): Promise<Sentinel> {
  const plainPort = await freePort();
  const port = isTls ? await freePort() : plainPort;
  const file = join(folder, `sentinel-${n}.conf`);
  const lines = [
    `port ${plainPort}`,
    'bind 127.0.0.1',
    `dir ${folder}`,
    ...(isTls ? Object.entries({ ...CERTIFICATE, 'tls-port': port }).map(([name, value]) => `${name} ${value}`) : []),
    ...(isTls ? ['sentinel resolve-hostnames yes', 'sentinel announce-hostnames yes'] : []),
    `sentinel monitor ${PRIMARY} ${hostOf(isTls)} ${primaryPort} 2`,
    `sentinel down-after-milliseconds ${PRIMARY} ${NODE_TIMEOUT_MS}`,
    `sentinel failover-timeout ${PRIMARY} 10000`,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const child: ChildProcess = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  const stay = endWithUs(() => child.kill('SIGKILL'));
  const client = new Redis(plainPort, '127.0.0.1', { retryStrategy: () => 100, maxRetriesPerRequest: null });
  client.on('error', () => {});
  const state = async () => {
    const flat = (await client.call('sentinel', 'master', PRIMARY)) as string[] | Record<string, string>;
    return Array.isArray(flat)
      ? Object.fromEntries(flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1]]] : [])))
      : flat;
  };
  return {
    port,
    primaryPort: async () => Number((await state())['port']),
    async partners() {
      const found = await state();
      return { sentinels: Number(found['num-other-sentinels']), replicas: Number(found['num-slaves']) };
    },
    async close() {
      client.disconnect();
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGKILL')) await ended;
      stay();
    },
  };
}
