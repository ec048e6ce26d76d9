import { expect } from 'chai';
import { type Config, readConfig } from '../../../src/platform/config/config.ts';
import { configErrorOf } from '../../support/config-error.ts';

describe('the values of settings', () => {
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
    [{ Retention__Evaluations: '30d' }, (c) => c.retention.evaluationsMs, 2_592_000_000],
    [{ Retention__Batches: '12h' }, (c) => c.retention.batchesMs, 43_200_000],
    [{ Feed__Enabled: 'true' }, (c) => c.feed.isEnabled, true],
    [{ Api__MaxWaits: '50' }, (c) => c.api.maxWaits, 50],
    [{ Api__WaitsPerClient: '5' }, (c) => c.api.waitsPerClient, 5],
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
    [{ Retention__Evaluations: '59m' }, 'Retention:Evaluations'],
    [{ Retention__Batches: 'never' }, 'Retention:Batches'],
    [{ Retention__Replies: 'never' }, 'Retention:Replies'],
    [{ Docs__Enabled: '1' }, 'Docs:Enabled'],
    [{ Feed__Enabled: 'yes' }, 'Feed:Enabled'],
    [{ Feed__MaxStreams: '-1' }, 'Feed:MaxStreams'],
    [{ Api__MaxWaits: '0' }, 'Api:MaxWaits'],
    [{ Api__WaitsPerClient: '0' }, 'Api:WaitsPerClient'],
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
      const error = configErrorOf(env);
      expect(error.key).to.equal(key);
      expect(error.message).not.to.contain('secret');
    });
  }
});
