import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Config, ConfigError, readConfig } from '../../../src/platform/config.ts';
import { openConfigSource } from '../../../src/platform/config-source.ts';
import { SETTINGS } from '../../../src/platform/config-table.ts';

function errorOf(env: Record<string, string>): ConfigError {
  try {
    readConfig(env, 'all');
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

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
      api: { maxStateEntries: 100_000, keepsUnchanged: false, refusesUnknown: false },
      mcp: { isEnabled: false, publicUrl: undefined },
      projection: { indexedVariables: [] },
      retention: {
        instances: [],
        definitions: [],
        repliesMs: 86_400_000,
        deadLettersMs: 30 * 86_400_000,
        auditMs: undefined,
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
    });
  });

  describe('when a secret is mounted as a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-secrets-'));
    const file = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    after(() => rmSync(folder, { recursive: true }));

    it('takes the value from it, for every secret, without the end of its line', () => {
      const secrets = Object.values(SETTINGS).filter(({ isSecret }) => isSecret);
      expect(secrets.map(({ key }) => key)).to.include.members(['DATABASE_URL', 'REDIS_URL', 'Authentication:ClientSecret']);
      const schemes = new Map([
        ['DATABASE_URL', 'postgres'],
        ['REDIS_URL', 'redis'],
      ]);
      for (const setting of secrets) {
        const text = `${schemes.get(setting.key) ?? 'smtps'}://user:pass@host`;
        const source = openConfigSource({ [`${setting.key.replaceAll(':', '__')}_FILE`]: file('secret', `\uFEFF${text}\r\n`) });
        expect(source.read<unknown>(setting), setting.key).to.equal(text);
        expect(source.originOf(setting)).to.equal('environment');
      }
    });

    it('refuses a file that is not there or empty, and a secret that is given twice, and repeats none of it', () => {
      const read = (env: Record<string, string>) => errorOf(env).message;
      expect(read({ REDIS_URL_FILE: join(folder, 'gone') })).to.equal(
        'REDIS_URL: is to be read from the file that REDIS_URL_FILE names, which cannot be read',
      );
      expect(read({ REDIS_URL_FILE: folder })).to.match(/which cannot be read$/);
      expect(read({ redis_url_file: file('empty', ' \n') })).to.match(/which is empty$/);
      expect(read({ REDIS_URL_FILE: file('a', 'redis://h'), REDIS_URL: 'redis://hush' })).to.equal(
        'REDIS_URL: is given twice: also as REDIS_URL_FILE',
      );
      expect(read({ DATABASE_URL_FILE: file('b', 'mysql://hush') })).to.equal(
        'DATABASE_URL: must be an address that begins with postgres:// or postgresql://',
      );
      expect(readConfig({ PORT_FILE: file('c', '1') }, 'all').port.number).to.equal(8080);
    });

    it('lets the environment win over the configuration file, whichever of the two has a file', () => {
      const config = file(
        'config.json',
        JSON.stringify({ REDIS_URL: 'redis://from-config', DATABASE_URL_FILE: file('d', 'postgres://x') }),
      );
      const env = { CONFIG_FILE: config, REDIS_URL_FILE: file('e', 'redis://mounted'), DATABASE_URL: 'postgres://environment' };
      const { redisUrl, databaseUrl } = readConfig(env, 'all');
      expect([redisUrl, databaseUrl]).to.deep.equal(['redis://mounted', 'postgres://environment']);
      expect(readConfig({ CONFIG_FILE: config }, 'all').databaseUrl).to.equal('postgres://x');
    });
  });

  it('refuses words about TLS in DATABASE_URL that libpq does not know, and files that cannot be read, without the address', () => {
    const read = (query: string) => errorOf({ DATABASE_URL: `postgres://user:hush@host/x?${query}` }).message;
    expect(read('sslmode=required')).to.equal(
      'DATABASE_URL: holds an sslmode that is none of disable, allow, prefer, require, verify-ca, verify-full',
    );
    for (const name of ['sslrootcert', 'sslcert', 'sslkey'])
      expect(read(`sslmode=verify-full&${name}=/nowhere/at/all`)).to.equal(
        `DATABASE_URL: ${name} names a file that cannot be read`,
      );
    expect(read('sslmode=verify-ca&sslrootcert=system')).to.match(/needs sslmode=verify-full$/);
  });

  it('takes bundled task types for remote workers in any case, and refuses a type that is not bundled', () => {
    const read = (text: string) => readConfig({ RemoteWorkers__BundledTypes: text }, 'api').remoteWorkers.bundledTypes;
    expect(read(' Rest-Call, email,')).to.deep.equal(['rest-call', 'email']);
    for (const bad of ['rest-cal', 'quote', '*', 'rest-call email']) {
      expect(() => read(bad), bad).to.throw(/RemoteWorkers:BundledTypes: must be one of rest-call, email, log/);
    }
  });

  it('knows exactly these keys when it is asked', () => {
    expect(Object.values(SETTINGS).map(({ key }) => key)).to.have.members([
      'CONFIG_FILE',
      'NODE_ENV',
      'PROCESS_NAME',
      'HOST',
      'ALLOWED_HOSTS',
      'PORT',
      'UI_PORT',
      'UI_PUBLIC_URL',
      'METRICS_PORT',
      'DATABASE_URL',
      'DATA_DIR',
      'REDIS_URL',
      'LOG_LEVEL',
      'Engine:CommandTimeoutSeconds',
      'Engine:MaxCausationDepth',
      'Engine:MaxIterations',
      'Engine:PlainTasks',
      'Engine:OnFailure',
      'Engine:BranchVariables',
      'Engine:MaxCalledInstances',
      'Engine:MaxCausationSize',
      'Engine:MaxProcessesPerFile',
      'Engine:ModelReaderMemoryMb',
      'Engine:MaxStepsPerRun',
      'Engine:WorkerConcurrency',
      'Engine:DrainSeconds',
      'Engine:ShutdownSeconds',
      'Scripting:TimeoutMs',
      'Scripting:MemoryMb',
      'Scripting:MaxOutputBytes',
      'Scripting:Threads',
      'Api:MaxStateEntries',
      'Projection:IndexedVariables',
      'Retention:Instances',
      'Retention:Definitions',
      'Retention:Replies',
      'Retention:DeadLetters',
      'Retention:Audit',
      'Retention:Batches',
      'Retention:Archive',
      'Api:KeepUnchanged',
      'Api:StrictRequests',
      'Mcp:Enabled',
      'Mcp:PublicUrl',
      'Audit:Enabled',
      'Audit:Acts',
      'Docs:Enabled',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_SERVICE_NAME',
      'OTEL_METRIC_EXPORT_INTERVAL',
      'OTEL_RESOURCE_ATTRIBUTES',
      'Authentication:Authority',
      'Authentication:Audience',
      'Authentication:RequireHttpsMetadata',
      'Authentication:UserIdClaim',
      'Authentication:GroupsClaim',
      'Authentication:ClientId',
      'Authentication:ClientSecret',
      'Authentication:CookieExpireMinutes',
      'Authentication:SessionHours',
      'Authentication:KnownProxies',
      'Authentication:KnownNetworks',
      'Authorization:Rules',
      'Authorization:Claims',
      'Authorization:DefaultRole',
      'RateLimiting:WorkflowMutation:Window',
      'RateLimiting:WorkflowMutation:PermitLimit',
      'RateLimiting:TaskOperation:Window',
      'RateLimiting:TaskOperation:PermitLimit',
      'RateLimiting:Read:Window',
      'RateLimiting:Read:PermitLimit',
      'RateLimiting:Admin:Window',
      'RateLimiting:Admin:PermitLimit',
      'RateLimiting:Polling:Window',
      'RateLimiting:Polling:PermitLimit',
      'Plugins:Attempts',
      'Plugins:BackoffSeconds',
      'Plugins:MaxBackoffSeconds',
      'Plugins:Concurrency',
      'Plugins:LockSeconds',
      'Secrets:EnvironmentPrefix',
      'Secrets:Directory',
      'Secrets:Limits',
      'Secrets:CacheSeconds',
      'Secrets:Vault:Address',
      'Secrets:Vault:Path',
      'Secrets:Vault:Token',
      'Secrets:Vault:Namespace',
      'Plugins:RestCall:Enabled',
      'Plugins:RestCall:DenyPrivateNetworks',
      'Plugins:RestCall:AllowedNetworks',
      'Plugins:Email:SmtpUrl',
      'Plugins:Email:From',
      'RemoteWorkers:BundledTypes',
      'Batches:Concurrency',
      'Batches:MaxItems',
      'Batches:ItemsPerSecond',
      'Feed:Enabled',
      'Feed:MaxStreams',
      'Feed:StreamsPerClient',
    ]);
  });

  const networks: readonly [env: Record<string, string>, denies: boolean][] = [
    [{ DATABASE_URL: 'postgres://h/d' }, true],
    [{ REDIS_URL: 'redis://h' }, true],
    [{ HOST: '0.0.0.0' }, true],
    [{ HOST: '::' }, true],
    [{ HOST: 'sluice.example' }, true],
    [{ ALLOWED_HOSTS: 'sluice.example' }, true],
    [{ Authentication__Authority: 'https://issuer.example' }, true],
    [{ Authentication__KnownProxies: '127.0.0.1' }, true],
    [{ Authentication__KnownNetworks: '10.0.0.0/8' }, true],
    [{ HOST: '0.0.0.0', Plugins__RestCall__DenyPrivateNetworks: 'false' }, false],
    [{ HOST: '::1' }, false],
    [{ HOST: 'localhost' }, false],
  ];
  for (const [env, denies] of networks) {
    it(`${denies ? 'refuses' : 'allows'} private networks to rest-call when ${JSON.stringify(env)} is set`, () => {
      expect(readConfig(env, 'all').plugins.restCall.denyPrivateNetworks).to.equal(denies);
    });
  }

  const readings: readonly [env: Record<string, string>, pick: (config: Config) => unknown, expected: unknown][] = [
    [{ PORT: '9000' }, (c) => c.port, { key: 'PORT', number: 9000, isExplicit: true }],
    [{ PORT: '8080' }, (c) => c.port.isExplicit, true],
    [{ ui_port: '0' }, (c) => c.uiPort, { key: 'UI_PORT', number: 0, isExplicit: true }],
    [{ PORT: '' }, (c) => c.port.isExplicit, false],
    [{ PORT: '  ' }, (c) => c.port.number, 8080],
    [{ ENGINE__PLAINTASKS: 'PASS' }, (c) => c.engine.plainTasks, 'pass'],
    [{ ENGINE__ONFAILURE: 'Incident' }, (c) => c.engine.onFailure, 'incident'],
    [{ ENGINE__BRANCHVARIABLES: 'Shared' }, (c) => c.engine.branchVariables, 'shared'],
    [{ AUDIT__ENABLED: 'True' }, (c) => c.audit, { kinds: ['operator'] }],
    [{ Audit__Enabled: 'true', Audit__Acts: 'Worker, client' }, (c) => c.audit, { kinds: ['worker', 'client'] }],
    [{ Audit__Acts: 'worker' }, (c) => c.audit, undefined],
    [{ Engine__WorkerConcurrency: '4' }, (c) => c.engine.workerConcurrency, 4],
    [{ 'Engine:WorkerConcurrency': '5' }, (c) => c.engine.workerConcurrency, 5],
    [{ Retention__Replies: '36h' }, (c) => c.retention.repliesMs, 129_600_000],
    [{ Retention__DeadLetters: '90M' }, (c) => c.retention.deadLettersMs, 5_400_000],
    [{ Retention__Audit: '365d' }, (c) => c.retention.auditMs, 31_536_000_000],
    [{ Retention__Batches: '12h' }, (c) => c.retention.batchesMs, 43_200_000],
    [{ Feed__Enabled: 'true' }, (c) => c.feed.isEnabled, true],
    [{ Feed__MaxStreams: '0' }, (c) => c.feed.maxStreams, 0],
    [{ Feed__StreamsPerClient: '3' }, (c) => c.feed.streamsPerClient, 3],
    [{ Retention__Archive: '/a/../b' }, (c) => c.retention.archive, '/b'],
    [
      { Retention__Instances: '90d, order = 30d,draft-*=12h,audit=never' },
      (c) => c.retention.instances,
      [
        { pattern: '*', keepMs: 7_776_000_000 },
        { pattern: 'order', keepMs: 2_592_000_000 },
        { pattern: 'draft-*', keepMs: 43_200_000 },
        { pattern: 'audit', keepMs: null },
      ],
    ],
    [{ Docs__Enabled: 'False' }, (c) => c.docs.isEnabled, false],
    [{ LOG_LEVEL: 'warn' }, (c) => c.logLevel, 'Warning'],
    [{ LOG_LEVEL: 'Critical' }, (c) => c.logLevel, 'Critical'],
    [{ NODE_ENV: 'development' }, (c) => [c.isDevelopment, c.forcesJsonLogs], [true, false]],
    [{ NODE_ENV: 'production' }, (c) => [c.isDevelopment, c.forcesJsonLogs], [false, true]],
    [{ DATABASE_URL: 'postgresql://u:p@h/d' }, (c) => c.databaseUrl, 'postgresql://u:p@h/d'],
    [{ REDIS_URL: 'rediss://h:1' }, (c) => c.redisUrl, 'rediss://h:1'],
    [{ DATA_DIR: '/a/../b' }, (c) => c.dataDir, '/b'],
    [{ ALLOWED_HOSTS: 'A.example, *.b.example,,*, my_api' }, (c) => c.allowedHosts, ['a.example', '*.b.example', '*', 'my_api']],
    [{ PROCESS_NAME: 'api-7' }, (c) => c.processName, 'api-7'],
    [{ DATABASE_URL: 'postgres://h/d' }, (c) => c.plugins.restCall.denyPrivateNetworks, true],
    [
      { Plugins__RestCall__AllowedNetworks: '10.1.0.0/16, fd12::/48' },
      (c) => c.plugins.restCall.allowedNetworks,
      ['10.1.0.0/16', 'fd12::/48'],
    ],
    [
      { Secrets__EnvironmentPrefix: 'My_', My_Token: ' a ', MY_OTHER: 'b', My_: 'c' },
      (c) => [...(c.secrets.environment ?? [])],
      [['Token', ' a ']],
    ],
    [
      { Secrets__Limits: 'STRIPE_*:order-*, *:refund,' },
      (c) => c.secrets.limits,
      [
        { secret: 'STRIPE_*', keys: 'order-*' },
        { secret: '*', keys: 'refund' },
      ],
    ],
    [{ __proto__: 'x', constructor: 'y' }, (c) => c.host, '127.0.0.1'],
    [{ Authentication__Authority: '' }, (c) => c.authentication, undefined],
    [{ Authentication__Audience: 'mine' }, (c) => c.authentication, undefined],
    [
      { AUTHENTICATION__AUTHORITY: 'https://issuer.example' },
      (c) => c.authentication,
      {
        authority: 'https://issuer.example',
        audience: 'service-api',
        requiresHttps: true,
        userIdClaim: 'preferred_username',
        groupsClaim: 'groups',
      },
    ],
    [
      { Authentication__Authority: 'http://localhost:9', Authentication__RequireHttpsMetadata: 'false' },
      (c) => c.authentication?.authority,
      'http://localhost:9',
    ],
    [{ Authentication__KnownProxies: '10.0.0.1, fd00::1,' }, (c) => c.proxies.addresses, ['10.0.0.1', 'fd00::1']],
    [
      { Authentication__KnownProxies__10: '10.0.0.3', Authentication__KnownProxies__2: '10.0.0.2' },
      (c) => c.proxies.addresses,
      ['10.0.0.2', '10.0.0.3'],
    ],
    [{ Authentication__KnownNetworks: '10.0.0.0/8,fd00::/8' }, (c) => c.proxies.networks, ['10.0.0.0/8', 'fd00::/8']],
    [{ RateLimiting__Read__Window: '' }, (c) => c.rateLimiting, undefined],
    [{ RateLimiting__Enabled: 'true' }, (c) => c.rateLimiting, {}],
    [{ RateLimiting__Read__Window: '5' }, (c) => c.rateLimiting, { Read: { windowSeconds: 5, permitLimit: 100 } }],
    [{ RateLimiting__Polling__PermitLimit: '7' }, (c) => c.rateLimiting, { Polling: { windowSeconds: 60, permitLimit: 7 } }],
  ];
  for (const [env, pick, expected] of readings) {
    it(`gives ${JSON.stringify(expected)} when ${JSON.stringify(env)} is set`, () => {
      expect(pick(readConfig(env, 'all'))).to.deep.equal(expected);
    });
  }

  const refusals: readonly [env: Record<string, string>, key: string][] = [
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '80a' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ UI_PORT: '1.5' }, 'UI_PORT'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ DATABASE_URL: 'mysql://u:secret@h/d' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'secret' }, 'DATABASE_URL'],
    [{ REDIS_URL: 'http://secret@h' }, 'REDIS_URL'],
    [{ Engine__PlainTasks: 'skip' }, 'Engine:PlainTasks'],
    [{ Engine__OnFailure: 'stop' }, 'Engine:OnFailure'],
    [{ Engine__BranchVariables: 'both' }, 'Engine:BranchVariables'],
    [{ Engine__WorkerConcurrency: '0' }, 'Engine:WorkerConcurrency'],
    [{ Engine__SnapshotEvery: '0' }, 'Engine:SnapshotEvery'],
    [{ Engine__SnapshotEvery: 'often' }, 'Engine:SnapshotEvery'],
    [{ Scripting__TimeoutMs: '1s' }, 'Scripting:TimeoutMs'],
    [{ Scripting__Threads: '0' }, 'Scripting:Threads'],
    ...['0d', '30', '1w', 'order', '=30d', 'a*b=30d', '36526d', '-1d', '1.5d'].map((rule): [Record<string, string>, string] => [
      { Retention__Instances: `90d,${rule}` },
      'Retention:Instances',
    ]),
    [{ Retention__Replies: '23h' }, 'Retention:Replies'],
    [{ Retention__Audit: '23h' }, 'Retention:Audit'],
    [{ Retention__Batches: 'never' }, 'Retention:Batches'],
    [{ Retention__Replies: 'never' }, 'Retention:Replies'],
    [{ Docs__Enabled: '1' }, 'Docs:Enabled'],
    [{ Feed__Enabled: 'yes' }, 'Feed:Enabled'],
    [{ Feed__MaxStreams: '-1' }, 'Feed:MaxStreams'],
    [{ Feed__StreamsPerClient: '0' }, 'Feed:StreamsPerClient'],
    [{ Plugins__RestCall__AllowedNetworks: '10.1.0.0' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__RestCall__AllowedNetworks: '10.1.0.0/33' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__RestCall__AllowedNetworks: 'secret/8' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__RestCall__AllowedNetworks: 'fe80::%eth0/64' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__Email__SmtpUrl: 'http://secret@h' }, 'Plugins:Email:SmtpUrl'],
    [{ Secrets__Limits: 'TOKEN' }, 'Secrets:Limits'],
    [{ Secrets__Limits: '9TOKEN:order' }, 'Secrets:Limits'],
    [{ Secrets__Limits: 'TO*KEN:order' }, 'Secrets:Limits'],
    [{ Secrets__Limits: 'TOKEN:or*der' }, 'Secrets:Limits'],
    [{ Secrets__Vault__Address: 'secret' }, 'Secrets:Vault:Address'],
    [{ Secrets__Vault__Address: 'https://v.example', Secrets__Vault__Token: 't' }, 'Secrets:Vault:Path'],
    [{ Secrets__Vault__Address: 'https://v.example', Secrets__Vault__Path: 'p' }, 'Secrets:Vault:Token'],
    [{ CONFIG_FILE: '/nowhere/at/all.json' }, 'CONFIG_FILE'],
    [{ Authentication__Authority: '  ' }, 'Authentication:Authority'],
    [{ Authentication__Authority: 'secret' }, 'Authentication:Authority'],
    [{ Authentication__Authority: 'http://secret' }, 'Authentication:Authority'],
    [{ Authentication__RequireHttpsMetadata: 'no' }, 'Authentication:RequireHttpsMetadata'],
    ...['https://secret', 'a.example:80', 'a..example', '*.', 'a.*', '-secret', '[::1]'].map(
      (host): [Record<string, string>, string] => [{ ALLOWED_HOSTS: `b.example,${host}` }, 'ALLOWED_HOSTS'],
    ),
    [{ Authentication__KnownProxies: '10.0.0.1, proxy' }, 'Authentication:KnownProxies'],
    [
      { Authentication__KnownProxies__0: '10.0.0.1', Authentication__KnownProxies__1: '300.1.1.1' },
      'Authentication:KnownProxies',
    ],
    [{ Authentication__KnownProxies__0: '10.0.0.0/8' }, 'Authentication:KnownProxies'],
    [{ Authentication__KnownNetworks: '10.0.0.1' }, 'Authentication:KnownNetworks'],
    [{ Authentication__KnownNetworks: '10.0.0.0/33' }, 'Authentication:KnownNetworks'],
    [{ Authentication__KnownNetworks: 'fd00::/129' }, 'Authentication:KnownNetworks'],
    [{ Authentication__KnownNetworks: '10.0.0.0/8/9' }, 'Authentication:KnownNetworks'],
    [{ Authentication__Authority: 'https://i.example', Authentication__ClientId: 'ui' }, 'Authentication:ClientSecret'],
    [{ Authentication__CookieExpireMinutes: '0' }, 'Authentication:CookieExpireMinutes'],
    [{ Authentication__SessionHours: '0' }, 'Authentication:SessionHours'],
    [{ Authentication__SessionHours: '8761' }, 'Authentication:SessionHours'],
    [{ UI_PUBLIC_URL: 'secret' }, 'UI_PUBLIC_URL'],
    [{ RateLimiting__Read__Window: '0' }, 'RateLimiting:Read:Window'],
    [{ RateLimiting__Read__Window: '1.5' }, 'RateLimiting:Read:Window'],
    [{ RateLimiting__Admin__PermitLimit: '-1' }, 'RateLimiting:Admin:PermitLimit'],
    [{ RateLimiting__Polling__PermitLimit: 'many' }, 'RateLimiting:Polling:PermitLimit'],
  ];
  for (const [env, key] of refusals) {
    it(`names ${key} and never the value when it reads ${JSON.stringify(env)}`, () => {
      const error = errorOf(env);
      expect(error.key).to.equal(key);
      expect(error.message).not.to.contain('secret');
    });
  }

  it('lets a process without the UI share settings when they hold a client id for the UI', () => {
    expect(readConfig({ Authentication__ClientId: 'ui' }, 'api').authentication).to.equal(undefined);
  });

  it('cannot be changed when it has been read', () => {
    const config = readConfig({}, 'all');
    expect(Object.isFrozen(config) && Object.isFrozen(config.engine) && Object.isFrozen(config.port)).to.equal(true);
  });

  describe('from a file', () => {
    let folder: string;
    let file: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'sluice-config-'));
      file = join(folder, 'settings.json');
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('is read in sections, and the environment wins when both set a key', () => {
      writeFileSync(
        file,
        '\uFEFF{"engine": {"plainTasks": "pass", "WorkerConcurrency": 3}, "Port": 9001, "Docs:Enabled": false, "HOST": null}',
      );
      const config = readConfig({ CONFIG_FILE: file, Engine__WorkerConcurrency: '7' }, 'all');
      expect([config.engine.plainTasks, config.engine.workerConcurrency]).to.deep.equal(['pass', 7]);
      expect([config.port, config.docs.isEnabled, config.host]).to.deep.equal([
        { key: 'PORT', number: 9001, isExplicit: true },
        false,
        '127.0.0.1',
      ]);
    });

    it('has its lists replaced as a whole when the environment has one', () => {
      writeFileSync(file, '{"Authentication": {"KnownProxies": ["10.0.0.1", "10.0.0.2"], "KnownNetworks": ["10.0.0.0/8"]}}');
      const { proxies } = readConfig({ CONFIG_FILE: file, Authentication__KnownProxies__1: '10.0.0.9' }, 'all');
      expect(proxies).to.deep.equal({ addresses: ['10.0.0.9'], networks: ['10.0.0.0/8'] });
    });

    it('leaves the limiter off when its section is empty', () => {
      writeFileSync(file, '{"RateLimiting": {"Read": {}}}');
      expect(readConfig({ CONFIG_FILE: file }, 'all').rateLimiting).to.equal(undefined);
    });

    for (const content of ['{', '[]', '"text"', 'null']) {
      it(`is refused when it holds ${content}`, () => {
        writeFileSync(file, content);
        expect(errorOf({ CONFIG_FILE: file }).key).to.equal('CONFIG_FILE');
      });
    }
  });
});
