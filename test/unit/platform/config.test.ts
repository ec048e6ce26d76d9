import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import { configErrorOf } from '../../support/config-error.ts';

describe('the configuration', () => {
  it('has the defaults of the contract when nothing is set', () => {
    const config = readConfig({}, 'worker');
    expect(config.processName).to.match(/^worker-.+-[0-9a-f]{8}$/);
    expect({ ...config, processName: '', dataDir: '' }).to.deep.equal({
      role: 'worker',
      processName: '',
      host: '127.0.0.1',
      allowedHosts: [],
      port: { key: 'PORT', number: 8080, isExplicit: false },
      uiPort: { key: 'UI_PORT', number: 8081, isExplicit: false },
      metricsPort: { key: 'METRICS_PORT', number: 9464, isExplicit: false },
      databaseUrl: undefined,
      shards: [],
      servedShards: [],
      databaseReplica: undefined,
      dataDir: '',
      redisUrl: undefined,
      logLevel: 'Information',
      forcesJsonLogs: false,
      isDevelopment: false,
      engine: {
        commandTimeoutSeconds: 15,
        maxIterations: 20_000,
        plainTasks: 'wait',
        onFailure: 'fail',
        branchVariables: 'auto',
        maxStepsPerRun: 100_000,
        maxCausationDepth: 100,
        maxCausationSize: 10_000,
        maxCalledInstances: 20_000,
        workerConcurrency: 16,
        drainSeconds: 0,
        shutdownSeconds: 30,
      },
      scripting: { timeoutMs: 1000, memoryMb: 64, maxOutputBytes: 1_048_576, threads: 2 },
      models: { maxProcesses: 5000, memoryMb: 1024 },
      api: {
        maxStateEntries: 100_000,
        maxWaits: 10_000,
        waitsPerClient: 2000,
        keepsUnchanged: false,
        refusesUnknown: false,
        servesCamunda7: false,
        servesCamunda8: false,
      },
      mcp: { isEnabled: false, publicUrl: undefined },
      projection: { indexedVariables: [], maxVariableReads: 10_000 },
      retention: {
        instances: [],
        definitions: [],
        repliesMs: 86_400_000,
        deadLettersMs: 30 * 86_400_000,
        auditMs: undefined,
        evaluationsMs: undefined,
        batchesMs: undefined,
        archive: undefined,
      },
      docs: { isEnabled: true },
      telemetry: { endpoint: undefined, headers: undefined, serviceName: 'sluice-worker', metricsEveryMs: 60_000 },
      authentication: undefined,
      authorization: undefined,
      audit: undefined,
      signIn: undefined,
      uiPublicUrl: undefined,
      uiRequiresReason: false,
      proxies: { addresses: [], networks: [] },
      rateLimiting: undefined,
      plugins: {
        attempts: 1,
        backoffSeconds: 1,
        maxBackoffSeconds: 300,
        concurrency: 16,
        lockSeconds: 20,
        restCall: { isEnabled: true, denyPrivateNetworks: false, allowedNetworks: [] },
        email: { smtpUrl: undefined, from: undefined },
      },
      secrets: { environment: undefined, directory: undefined, vault: undefined, limits: [], cacheSeconds: 60 },
      remoteWorkers: { bundledTypes: [] },
      batches: { concurrency: 2, maxItems: 100_000, itemsPerSecond: undefined },
      feed: { isEnabled: false, maxStreams: 1000, streamsPerClient: 20 },
      kafka: undefined,
      webhooks: [],
    });
  });

  it('refuses words about TLS in DATABASE_URL that libpq does not know, and files that cannot be read, without the address', () => {
    const read = (query: string) => configErrorOf({ DATABASE_URL: `postgres://user:hush@host/x?${query}` }).message;
    expect(read('sslmode=required')).to.equal(
      'DATABASE_URL: has an sslmode that is not one of disable, allow, prefer, require, verify-ca, verify-full',
    );
    for (const name of ['sslrootcert', 'sslcert', 'sslkey'])
      expect(read(`sslmode=verify-full&${name}=/nowhere/at/all`)).to.equal(
        `DATABASE_URL: ${name} names a file that cannot be read`,
      );
    expect(read('sslmode=verify-ca&sslrootcert=system')).to.match(/needs sslmode=verify-full$/);
  });

  it('refuses words about a pooler in DATABASE_URL that it cannot follow, and the queue in Postgres behind one', () => {
    const read = (query: string, env: Record<string, string> = { REDIS_URL: 'redis://h' }) =>
      configErrorOf({ DATABASE_URL: `postgres://user:hush@host/x?${query}`, ...env }).message;
    expect(read('pooler=statement')).to.equal('DATABASE_URL: holds a pooler that is neither session nor transaction');
    expect(read('direct=db:5432')).to.match(/holds direct without pooler=transaction/);
    for (const direct of ['db:5432/x', 'user@db', 'db:port', 'db:70000'])
      expect(read(`pooler=transaction&direct=${encodeURIComponent(direct)}`), direct).to.equal(
        'DATABASE_URL: holds a direct that is not a host and its port',
      );
    expect(read('pooler=transaction', {})).to.equal(
      'DATABASE_URL: holds pooler=transaction, which needs the queue in Redis: set REDIS_URL',
    );
  });

  it('takes a replica of the database with a bound for its lag, and refuses one without the address of the database', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://user:hush@replica/x' };
    const read = (env: Record<string, string>) =>
      readConfig({ DATABASE_URL: 'postgres://host/x', ...replica, ...env }, 'api').databaseReplica;
    expect(read({})).to.deep.equal({ url: replica.DATABASE_REPLICA_URL, maxLagSeconds: 2 });
    expect(read({ Projection__ReplicaMaxLagSeconds: '30' })?.maxLagSeconds).to.equal(30);
    expect(configErrorOf(replica).message).to.equal(
      'DATABASE_REPLICA_URL: needs DATABASE_URL: the embedded database has no replicas',
    );
    const wrong = { DATABASE_URL: 'postgres://host/x', DATABASE_REPLICA_URL: 'mysql://user:hush@replica/x' };
    expect(configErrorOf(wrong).message)
      .to.match(/^DATABASE_REPLICA_URL: /)
      .and.not.to.contain('hush');
  });

  it('takes bundled task types for remote workers in any case, and refuses a type that is not bundled', () => {
    const read = (text: string) => readConfig({ RemoteWorkers__BundledTypes: text }, 'api').remoteWorkers.bundledTypes;
    expect(read(' Rest-Call, email,')).to.deep.equal(['rest-call', 'email']);
    for (const bad of ['rest-cal', 'quote', '*', 'rest-call email']) {
      expect(() => read(bad), bad).to.throw(/RemoteWorkers:BundledTypes: must be one of rest-call, email, log/);
    }
  });

  it('lets a process without the UI share settings when they hold a client id for the UI', () => {
    expect(readConfig({ Authentication__ClientId: 'ui' }, 'api').authentication).to.equal(undefined);
  });

  it('cannot be changed when it has been read', () => {
    const config = readConfig({}, 'all');
    expect(Object.isFrozen(config) && Object.isFrozen(config.engine) && Object.isFrozen(config.port)).to.equal(true);
  });
});
