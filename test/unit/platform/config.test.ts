import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Config, ConfigError, configKeys, readConfig } from '../../../src/platform/config.ts';

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
      host: '0.0.0.0',
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
        maxStepsPerRun: 100_000,
        workerConcurrency: 16,
        snapshotEvery: 100,
        shutdownSeconds: 30,
      },
      scripting: { timeoutMs: 1000, memoryMb: 64, maxOutputBytes: 1_048_576 },
      docs: { isEnabled: true },
      plugins: {
        attempts: 1,
        backoffSeconds: 1,
        maxBackoffSeconds: 300,
        concurrency: 16,
        lockSeconds: 20,
        restCall: { isEnabled: true, denyPrivateNetworks: false, allowedNetworks: undefined },
        email: { smtpUrl: undefined, from: undefined },
      },
    });
  });

  it('knows exactly these keys when it is asked', () => {
    expect(configKeys()).to.have.members([
      'CONFIG_FILE',
      'NODE_ENV',
      'PROCESS_NAME',
      'HOST',
      'PORT',
      'UI_PORT',
      'METRICS_PORT',
      'DATABASE_URL',
      'DATA_DIR',
      'REDIS_URL',
      'LOG_LEVEL',
      'Engine:CommandTimeoutSeconds',
      'Engine:MaxIterations',
      'Engine:PlainTasks',
      'Engine:MaxStepsPerRun',
      'Engine:WorkerConcurrency',
      'Engine:SnapshotEvery',
      'Engine:ShutdownSeconds',
      'Scripting:TimeoutMs',
      'Scripting:MemoryMb',
      'Scripting:MaxOutputBytes',
      'Docs:Enabled',
      'Plugins:Attempts',
      'Plugins:BackoffSeconds',
      'Plugins:MaxBackoffSeconds',
      'Plugins:Concurrency',
      'Plugins:LockSeconds',
      'Plugins:RestCall:Enabled',
      'Plugins:RestCall:DenyPrivateNetworks',
      'Plugins:RestCall:AllowedNetworks',
      'Plugins:Email:SmtpUrl',
      'Plugins:Email:From',
    ]);
  });

  const readings: readonly [env: Record<string, string>, pick: (config: Config) => unknown, expected: unknown][] = [
    [{ PORT: '9000' }, (c) => c.port, { key: 'PORT', number: 9000, isExplicit: true }],
    [{ PORT: '8080' }, (c) => c.port.isExplicit, true],
    [{ ui_port: '0' }, (c) => c.uiPort, { key: 'UI_PORT', number: 0, isExplicit: true }],
    [{ PORT: '' }, (c) => c.port.isExplicit, false],
    [{ PORT: '  ' }, (c) => c.port.number, 8080],
    [{ ENGINE__PLAINTASKS: 'PASS' }, (c) => c.engine.plainTasks, 'pass'],
    [{ Engine__WorkerConcurrency: '4' }, (c) => c.engine.workerConcurrency, 4],
    [{ 'Engine:WorkerConcurrency': '5' }, (c) => c.engine.workerConcurrency, 5],
    [{ Docs__Enabled: 'False' }, (c) => c.docs.isEnabled, false],
    [{ LOG_LEVEL: 'warn' }, (c) => c.logLevel, 'Warning'],
    [{ LOG_LEVEL: 'Critical' }, (c) => c.logLevel, 'Critical'],
    [{ NODE_ENV: 'development' }, (c) => [c.isDevelopment, c.forcesJsonLogs], [true, false]],
    [{ NODE_ENV: 'production' }, (c) => [c.isDevelopment, c.forcesJsonLogs], [false, true]],
    [{ DATABASE_URL: 'postgresql://u:p@h/d' }, (c) => c.databaseUrl, 'postgresql://u:p@h/d'],
    [{ REDIS_URL: 'rediss://h:1' }, (c) => c.redisUrl, 'rediss://h:1'],
    [{ DATA_DIR: '/a/../b' }, (c) => c.dataDir, '/b'],
    [{ PROCESS_NAME: 'api-7' }, (c) => c.processName, 'api-7'],
    [{ DATABASE_URL: 'postgres://h/d' }, (c) => c.plugins.restCall.denyPrivateNetworks, true],
    [
      { Plugins__RestCall__AllowedNetworks: '10.1.0.0/16, fd12::/48' },
      (c) => c.plugins.restCall.allowedNetworks,
      ['10.1.0.0/16', 'fd12::/48'],
    ],
    [{ __proto__: 'x', constructor: 'y' }, (c) => c.host, '0.0.0.0'],
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
    [{ Engine__WorkerConcurrency: '0' }, 'Engine:WorkerConcurrency'],
    [{ Scripting__TimeoutMs: '1s' }, 'Scripting:TimeoutMs'],
    [{ Docs__Enabled: '1' }, 'Docs:Enabled'],
    [{ Plugins__RestCall__AllowedNetworks: '10.1.0.0' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__RestCall__AllowedNetworks: '10.1.0.0/33' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__RestCall__AllowedNetworks: 'secret/8' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__RestCall__AllowedNetworks: 'fd12::/48,' }, 'Plugins:RestCall:AllowedNetworks'],
    [{ Plugins__Email__SmtpUrl: 'http://secret@h' }, 'Plugins:Email:SmtpUrl'],
    [{ CONFIG_FILE: '/nowhere/at/all.json' }, 'CONFIG_FILE'],
    [{ Authentication__Authority: 'https://secret' }, 'Authentication'],
    [{ RateLimiting__Read__Window: '1' }, 'RateLimiting'],
  ];
  for (const [env, key] of refusals) {
    it(`names ${key} and never the value when it reads ${JSON.stringify(env)}`, () => {
      const error = errorOf(env);
      expect(error.key).to.equal(key);
      expect(error.message).not.to.contain('secret');
    });
  }

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
        '0.0.0.0',
      ]);
    });

    for (const content of ['{', '[]', '"text"', 'null']) {
      it(`is refused when it holds ${content}`, () => {
        writeFileSync(file, content);
        expect(errorOf({ CONFIG_FILE: file }).key).to.equal('CONFIG_FILE');
      });
    }
  });
});
