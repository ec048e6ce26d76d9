import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { VERBS } from '../../../src/cli/run-words.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { SETTINGS } from '../../../src/platform/config/config-review.ts';
import { keyOf } from '../../../src/platform/config/setting.ts';
import { packageRoot } from '../../../src/platform/version.ts';

interface Service {
  readonly image?: string;
  readonly stop_grace_period?: string;
  readonly build?: { readonly context: string; readonly args: Readonly<Record<string, string>> };
  readonly command?: readonly string[];
  readonly entrypoint?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly unknown[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly networks?: { readonly default: { readonly aliases: readonly string[] } };
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const read = (name: string) => readFileSync(join(packageRoot, name), 'utf8');
/** An environment as compose gives it when nothing is set outside but what has to be: `<name in lower case>-given`. */
const withDefaults = (environment: Service['environment'] = {}) =>
  Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filledIn(value)]));
const filledIn = (value: string) =>
  value.replace(/\$\{\w+:-(\w*)\}/g, '$1').replace(/\$\{(\w+):\?[^}]+\}/g, (_, name: string) => `${name.toLowerCase()}-given`);
const allSecrets = () => ({
  PATH: process.env['PATH'] ?? '',
  KC_BOOTSTRAP_ADMIN_PASSWORD: 'a',
  UI_CLIENT_SECRET: 'b',
  SCRIPT_CLIENT_SECRET: 'c',
});
const ROLES = ['api', 'worker', 'projector', 'ui', 'plugin-host'];
const OURS = ['migrate', ...ROLES];
const OBSERVABILITY = ['prometheus', 'grafana', 'otel-collector'];

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  const service = (name: string): Service => compose.services[name] ?? {};

  it('gives every setting of a file in the folder to each role when there is one', () => {
    for (const name of OURS) expect(service(name).env_file, name).to.deep.equal([{ path: './sluice.env', required: false }]);
  });

  it('has every part of the service when it is read', () => {
    expect(Object.keys(compose.services)).to.have.members([
      ...['postgres', 'redis', 'nginx', 'identity'],
      ...OURS,
      ...OBSERVABILITY,
    ]);
    expect([service('api').deploy?.replicas, service('worker').deploy?.replicas]).to.deep.equal([2, 2]);
  });

  for (const name of OURS) {
    it(`starts ${name} by a verb of the command line and keys of the configuration when it is brought up`, () => {
      const { command, environment, build } = service(name);
      expect(command?.[0]).to.equal(name);
      expect(Object.keys(VERBS)).to.include(name);
      expect(SETTINGS.map(keyOf)).to.include.members(Object.keys(environment ?? {}).map((name) => name.replace('__', ':')));
      expect(build?.context).to.equal('.');
      const { databaseUrl, redisUrl } = readConfig(withDefaults(environment), 'api');
      expect(databaseUrl).to.equal('postgres://sluice:postgres_password-given@postgres:5432/sluice');
      expect(redisUrl).to.equal('redis://:redis_password-given@redis:6379');
    });
  }

  it('starts a plugin host only when it is asked for, with the plugins where they find the service', () => {
    expect(service('plugin-host').profiles).to.deep.equal(['plugins']);
    expect(service('plugin-host').command).to.deep.equal(['plugin-host', 'plugins']);
    expect(read('Dockerfile')).to.contain('WORKDIR /app');
    expect(service('plugin-host').volumes).to.deep.equal(['./plugins:/app/plugins:ro']);
    expect(OURS.filter((name) => service(name).profiles !== undefined)).to.deep.equal(['plugin-host']);
  });

  it('waits for parts that exist, and for the migration, when a role starts', () => {
    for (const [name, { depends_on: needs }] of Object.entries(compose.services)) {
      for (const other of Array.isArray(needs) ? (needs as string[]) : Object.keys(needs ?? {}))
        expect(compose.services, `${name} waits for ${other}`).to.have.property(other);
    }
    for (const name of ROLES) {
      expect(service(name).depends_on?.['migrate']?.condition).to.equal('service_completed_successfully');
      expect(service(name).depends_on?.['redis']?.condition).to.equal('service_healthy');
    }
    expect(service('migrate').depends_on).to.deep.equal({ postgres: { condition: 'service_healthy' } });
    expect(service('nginx').depends_on).to.deep.equal({ api: { condition: 'service_healthy' } });
  });

  it('listens inside the network of the containers, and lets this machine alone in from outside, when no one specifies otherwise', () => {
    for (const name of ROLES) expect(service(name).environment?.['HOST'], name).to.equal('0.0.0.0');
    for (const name of [...ROLES, 'nginx']) expect(service('api').environment?.['ALLOWED_HOSTS']?.split(',')).to.include(name);
    const published = Object.values(compose.services).flatMap(({ ports }) => ports ?? []);
    const own = published.filter((port) => port.includes('PUBLISH'));
    for (const port of own) expect(port).to.match(/^\$\{PUBLISH:-127\.0\.0\.1\}:(?:8080:80|8081:8081)$/);
    expect(own).to.have.length(2);
    // these have no sign-in, or the secrets would be sent over plain http
    const others = published.filter((port) => !own.includes(port));
    expect(others).to.have.members(['127.0.0.1:9090:9090', '127.0.0.1:3000:3000', '127.0.0.1:8082:8082']);
  });

  it('has no password by default, and does not come up without one', () => {
    const text = read('docker-compose.yml').replace(/#.*$/gm, '');
    const uses = [...text.matchAll(/\$\{(?!IDENTITY)(\w*PASSWORD)(:[-?])/g)].map(([, name, how]) => [name, how]);
    expect(uses).to.have.length(5);
    for (const [, how] of uses) expect(how).to.equal(':?');
    expect(service('postgres').environment?.['POSTGRES_PASSWORD']).to.match(/^\$\{POSTGRES_PASSWORD:\?[^}]+\}$/);
    expect(service('redis').command?.slice(-2).map(filledIn)).to.deep.equal(['--requirepass', 'redis_password-given']);
  });

  it('has no word that looks like a password, in any file of the folder', () => {
    const files = [
      'docker-compose.yml',
      ...readdirSync(join(packageRoot, 'deploy/compose')).map((file) => `deploy/compose/${file}`),
    ];
    for (const name of files) {
      const text = read(name).replace(/#.*$/gm, '');
      expect(text, name).not.to.match(/\$\{\w*(?:PASSWORD|SECRET|TOKEN)\w*:-[^}]/);
      const values = text
        .replace(/\$\{\w+(?::[-?][^}]*)?\}/g, 'GIVEN')
        .matchAll(/(?:password|secret|token)\w*"?[:=] *"?([^\s"]+)/gi);
      for (const [, value] of values) expect(value, name).to.be.oneOf(['GIVEN', 'true']);
    }
  });

  it('asks the issuer of the trial for its passwords only when that profile is on', () => {
    expect(service('identity').profiles).to.deep.equal(['auth']);
    for (const value of Object.values(service('identity').environment ?? {})) expect(value).to.match(/^admin$|^\$\{\w+:-\}$/);
    const script = service('identity').entrypoint?.[2] ?? '';
    for (const name of ['KC_BOOTSTRAP_ADMIN_PASSWORD', 'UI_CLIENT_SECRET', 'SCRIPT_CLIENT_SECRET']) {
      const without = spawnSync('bash', ['--norc', '-c', script.replaceAll('$$', '$')], {
        env: { ...allSecrets(), [name]: '' },
        encoding: 'utf8',
      });
      expect([without.status, without.stderr]).to.deep.equal([
        64,
        `${name} has no default: see docs/how-to/run-with-compose.md\n`,
      ]);
    }
    const given = spawnSync('bash', ['--norc', '-c', script.replaceAll('$$', '$').replace('/opt/keycloak/bin/kc.sh', 'echo')], {
      env: allSecrets(),
      encoding: 'utf8',
    });
    expect([given.status, given.stdout]).to.deep.equal([0, 'start-dev --import-realm --http-port=8082\n']);
  });

  it('lets the roles know the issuer of the trial by the name that its tokens carry', () => {
    const settings = Object.fromEntries(
      [...read('deploy/compose/auth.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    );
    const environment = Object.fromEntries(
      Object.entries(service('ui').environment ?? {}).map(([key, value]) => [
        key,
        filledIn(value.replace(/\$\{(\w+):-\}/g, (_, name: string) => settings[name] ?? (name.includes('SECRET') ? 'x' : ''))),
      ]),
    );
    const { authentication, authorization, signIn, uiPublicUrl } = readConfig(environment, 'ui');
    expect([uiPublicUrl, signIn === undefined, authorization === undefined]).to.deep.equal([
      'http://localhost:8081',
      false,
      false,
    ]);
    const authority = new URL(authentication?.authority ?? '');
    expect(service('identity').networks?.default.aliases).to.deep.equal([authority.hostname]);
    expect(service('identity').ports).to.deep.equal([`127.0.0.1:${authority.port}:${authority.port}`]);
    const realm = JSON.parse(read('deploy/compose/identity-realm.json')) as {
      realm: string;
      clients: { clientId: string; redirectUris?: string[]; secret: string }[];
    };
    expect(authority.pathname).to.equal(`/realms/${realm.realm}`);
    const pages = realm.clients.find(({ clientId }) => clientId === settings['AUTHENTICATION_CLIENT_ID']);
    expect(pages?.redirectUris).to.deep.equal([`${settings['UI_PUBLIC_URL']}/signin-oidc`]);
  });

  it('runs our containers read-only and without rights', () => {
    for (const name of OURS) {
      const { read_only, tmpfs, cap_drop, security_opt } = service(name);
      expect({ read_only, tmpfs, cap_drop, security_opt }, name).to.deep.equal({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
    for (const [name, { security_opt }] of Object.entries(compose.services))
      expect(security_opt, name).to.include('no-new-privileges:true');
  });

  it('lets every image be pinned by a variable', () => {
    for (const [name, { image }] of Object.entries(compose.services))
      expect(image, name).to.match(/^\$\{[A-Z_]+_IMAGE:-[^}]+\}$/);
    expect(service('api').build?.args['NODE_IMAGE']).to.match(/^\$\{NODE_IMAGE:-node:24-bookworm-slim\}$/);
  });

  it('watches with files that exist, and asks every role for its metrics at its port', () => {
    for (const name of OBSERVABILITY) expect(service(name).profiles).to.deep.equal(['observability']);
    const mounted = Object.values(compose.services).flatMap(({ volumes }) => volumes ?? []);
    for (const [path = ''] of mounted.map((volume) => volume.split(':')))
      if (path.startsWith('./deploy')) expect(existsSync(join(packageRoot, path)), path).to.equal(true);
    const { scrape_configs: jobs } = parse(read('deploy/compose/prometheus.yml')) as {
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const { port, metricsPort } = readConfig({}, 'all');
    for (const {
      job_name: job,
      dns_sd_configs: [found],
    } of jobs) {
      const role = job.replace(/^sluice-/, '');
      expect(found?.names).to.deep.equal([role]);
      expect(found?.port, role).to.equal(role === 'api' ? port.number : metricsPort.number);
      expect(ROLES).to.include(role);
    }
    expect(jobs).to.have.length(4);
  });

  it('keeps what must not be lost when containers are replaced', () => {
    expect(service('redis').command?.join(' ')).to.contain('--appendonly yes').and.to.contain('--maxmemory-policy noeviction');
    const named = Object.values(compose.services)
      .flatMap(({ volumes }) => volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((name) => !name.startsWith('.'));
    expect(Object.keys(compose.volumes)).to.have.members(named);
    expect(service('postgres').volumes).to.deep.equal(['postgres:/var/lib/postgresql']);
  });

  it('checks the health of the servers when they start', () => {
    expect(service('postgres').healthcheck?.test).to.include('pg_isready -U sluice -d sluice');
    expect(service('redis').healthcheck?.test).to.deep.equal(['CMD', 'redis-cli', 'ping']);
  });
});

describe('deploy/nginx.conf', () => {
  const config = read('deploy/nginx.conf').replace(/#.*$/gm, '');

  it('closes every block and ends every directive when it is read', () => {
    let depth = 0;
    for (const line of config.split('\n').map((text) => text.trim())) {
      if (line === '') continue;
      expect(line, line).to.match(/[;{}]$/);
      depth += (line.match(/\{/g)?.length ?? 0) - (line.match(/\}/g)?.length ?? 0);
      expect(depth).to.be.at.least(0);
    }
    expect(depth).to.equal(0);
  });

  it('passes requests on to the port of the API when they come', () => {
    expect(config)
      .to.contain(`server api:${readConfig({}, 'api').port.number} resolve max_fails=0;`)
      .and.to.contain('proxy_pass http://api;');
  });

  it('lets go of kept connections before a replica closes its port, and compose waits for that, when it stops', () => {
    const { environment, stop_grace_period: grace } =
      (parse(read('docker-compose.yml'), { merge: true }) as Compose).services['api'] ?? {};
    const { drainSeconds, shutdownSeconds } = readConfig(withDefaults(environment), 'api').engine;
    expect(Number(/keepalive_timeout (\d+)s;/.exec(config)?.[1])).to.be.below(drainSeconds);
    expect(Number.parseInt(grace ?? '', 10)).to.be.above(drainSeconds + shutdownSeconds);
    expect(read('Dockerfile')).to.contain(`Engine__DrainSeconds=${drainSeconds}`);
  });

  it('waits longer than the API does when a command takes long', () => {
    const seconds = Number(/proxy_read_timeout (\d+)s;/.exec(config)?.[1]);
    expect(seconds).to.be.above(readConfig({}, 'api').engine.commandTimeoutSeconds);
  });
});
