import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import { SETTINGS } from '../../../src/platform/config/config-review.ts';
import { openConfigSource } from '../../../src/platform/config/config-source.ts';
import { factsOf, keyOf } from '../../../src/platform/config/setting.ts';
import { configErrorOf } from '../../support/config-error.ts';

describe('the configuration', () => {
  describe('when a secret is mounted as a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-secrets-'));
    const file = (name: string, text: string) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    after(() => rmSync(folder, { recursive: true }));

    it('takes the value from it, for every secret, without the end of its line', () => {
      const secrets = SETTINGS.filter((setting) => factsOf(setting).isSecret);
      expect(secrets.map(keyOf)).to.include.members(['DATABASE_URL', 'REDIS_URL', 'Authentication:ClientSecret']);
      const schemes = new Map([
        ['DATABASE_URL', 'postgres'],
        ['DATABASE_REPLICA_URL', 'postgres'],
        ['REDIS_URL', 'redis'],
      ]);
      for (const setting of secrets) {
        const key = keyOf(setting);
        const text = `${schemes.get(key) ?? 'smtps'}://user:pass@host`;
        const source = openConfigSource({ [`${key.replaceAll(':', '__')}_FILE`]: file('secret', `\uFEFF${text}\r\n`) });
        expect(source.read(setting), key).to.equal(text);
        expect(source.originOf(setting)).to.equal('environment');
      }
    });

    it('refuses a file that is not there or empty, and a secret that is given twice, and repeats none of it', () => {
      const read = (env: Record<string, string>) => configErrorOf(env).message;
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
        expect(configErrorOf({ CONFIG_FILE: file }).key).to.equal('CONFIG_FILE');
      });
    }
  });
});
