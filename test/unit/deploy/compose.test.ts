import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { VERBS } from '../../../src/cli/main.ts';
import { readConfig } from '../../../src/platform/config.ts';
import { SETTINGS } from '../../../src/platform/config-table.ts';
import { packageRoot } from '../../../src/platform/version.ts';

interface Service {
  readonly image?: string;
  readonly stop_grace_period?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly profiles?: readonly string[];
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
const ROLES = ['api', 'worker', 'projector', 'ui', 'plugin-host'];
const OURS = ['migrate', ...ROLES];

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml'), { merge: true }) as Compose;
  const service = (name: string): Service => compose.services[name] ?? {};

  it('has every part of the service when it is read', () => {
    expect(Object.keys(compose.services)).to.have.members(['postgres', 'redis', ...OURS, 'nginx']);
    expect([service('api').deploy?.replicas, service('worker').deploy?.replicas]).to.deep.equal([2, 2]);
  });

  for (const name of OURS) {
    it(`starts ${name} by a verb of the command line and keys of the configuration when it is brought up`, () => {
      const { command, environment, build } = service(name);
      expect(command?.[0]).to.equal(name);
      expect(Object.keys(VERBS)).to.include(name);
      expect(Object.values(SETTINGS).map(({ key }) => key)).to.include.members(
        Object.keys(environment ?? {}).map((name) => name.replace('__', ':')),
      );
      expect(build).to.equal('.');
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
      for (const other of Object.keys(needs ?? {}))
        expect(compose.services, `${name} waits for ${other}`).to.have.property(other);
    }
    for (const name of ROLES) {
      expect(service(name).depends_on?.['migrate']?.condition).to.equal('service_completed_successfully');
      expect(service(name).depends_on?.['redis']?.condition).to.equal('service_healthy');
    }
    expect(service('migrate').depends_on).to.deep.equal({ postgres: { condition: 'service_healthy' } });
    expect(service('nginx').depends_on).to.deep.equal({ api: { condition: 'service_healthy' } });
  });

  it('listens inside the network of the containers, and lets this machine alone in from outside, when nobody says otherwise', () => {
    for (const name of ROLES) expect(service(name).environment?.['HOST'], name).to.equal('0.0.0.0');
    for (const name of [...ROLES, 'nginx']) expect(service('api').environment?.['ALLOWED_HOSTS']?.split(',')).to.include(name);
    const published = Object.values(compose.services).flatMap(({ ports }) => ports ?? []);
    expect(published).to.have.length(2);
    for (const port of published) expect(port).to.match(/^\$\{PUBLISH:-127\.0\.0\.1\}:(?:8080:80|8081:8081)$/);
  });

  it('has no password by default, and does not come up without one', () => {
    const text = read('docker-compose.yml').replace(/#.*$/gm, '');
    const uses = [...text.matchAll(/\$\{(\w*PASSWORD)(:[-?])/g)].map(([, name, how]) => [name, how]);
    expect(uses).to.have.length(5);
    for (const [, how] of uses) expect(how).to.equal(':?');
    expect(service('postgres').environment?.['POSTGRES_PASSWORD']).to.match(/^\$\{POSTGRES_PASSWORD:\?[^}]+\}$/);
    expect(service('redis').command?.slice(-2).map(filledIn)).to.deep.equal(['--requirepass', 'redis_password-given']);
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

describe('Dockerfile', () => {
  const lines = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const instructions = lines.map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
  const rests = (name: string) => instructions.filter((one) => one.name === name).map((one) => one.rest);

  it('holds only instructions of Docker when it is read', () => {
    const known = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD'];
    expect(instructions.map((one) => one.name).filter((name) => !known.includes(name))).to.deep.equal([]);
  });

  it('builds in one stage and runs another as an ordinary user when it is built', () => {
    expect(rests('FROM')).to.deep.equal(['node:24-bookworm-slim AS build', 'node:24-bookworm-slim']);
    expect(rests('USER')).to.deep.equal(['node']);
    expect(rests('ENV')).to.include('HOST=0.0.0.0');
    expect(rests('STOPSIGNAL')).to.deep.equal(['SIGTERM']);
    expect(rests('RUN').join('\n')).to.contain('npm ci --omit=dev --omit=optional');
  });

  it('holds the licences and the bill of materials when it is passed on', () => {
    expect(rests('COPY')).to.include('LICENSE NOTICE sbom.cdx.json ./');
  });

  it('copies files that exist and that .dockerignore lets in when it is built', () => {
    const letIn = read('.dockerignore').split('\n');
    for (const copy of rests('COPY').filter((rest) => !rest.startsWith('--from'))) {
      for (const path of copy.split(' ').slice(0, -1)) {
        expect(existsSync(join(packageRoot, path)), path).to.equal(true);
        expect(
          letIn.some((rule) => rule.startsWith('!') && (path === rule.slice(1) || path.startsWith(`${rule.slice(1)}/`))),
          path,
        ).to.equal(true);
      }
    }
  });

  it('runs a verb of the command line and exposes the default ports when it is started', () => {
    const [verb] = JSON.parse(rests('CMD')[0] ?? '[]') as string[];
    expect(Object.keys(VERBS)).to.include(verb);
    const { port, uiPort, metricsPort } = readConfig({}, 'all');
    expect(rests('EXPOSE')).to.deep.equal([`${port.number} ${uiPort.number} ${metricsPort.number}`]);
  });
});
