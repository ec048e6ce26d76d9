import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { VERBS } from '../../../src/cli/run-words.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { SETTINGS } from '../../../src/platform/config/config-review.ts';
import { keyOf } from '../../../src/platform/config/setting.ts';
import { packageRoot } from '../../../src/platform/version.ts';

const FOLDER = join(packageRoot, 'deploy', 'systemd');
const SERVICES = [
  'sluice-api.service',
  'sluice-migrate.service',
  'sluice-projector.service',
  'sluice-ui.service',
  'sluice-worker@.service',
];
/** The minimum that a unit must drop; V8 needs memory that is written and run. */
const GIVEN_UP = [
  'NoNewPrivileges=true',
  'ProtectSystem=strict',
  'ProtectHome=true',
  'PrivateTmp=true',
  'PrivateDevices=true',
  'CapabilityBoundingSet=',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'SystemCallFilter=@system-service',
  'SystemCallFilter=~@privileged',
];

describe('the units of systemd', () => {
  const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
  const linesOf = (name: string) => read(name).split('\n');
  const settingOf = (name: string, key: string) =>
    linesOf(name)
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1);

  it('are those of the roles, the migration and a target for all of them', () => {
    expect(readdirSync(FOLDER)).to.have.members([...SERVICES, 'sluice.target', 'sluice.env']);
    const wanted = (settingOf('sluice.target', 'Wants') ?? '').split(' ').map((name) => name.replace(/@\d+/, '@'));
    expect(wanted).to.have.members(SERVICES.filter((name) => name !== 'sluice-migrate.service'));
  });

  for (const name of SERVICES) {
    it(`run a verb of the command line without rights when ${name} is started`, () => {
      const verb = /^\/usr\/bin\/node \/opt\/sluice\/bin\/sluice ([a-z-]+)$/.exec(settingOf(name, 'ExecStart') ?? '')?.[1] ?? '';
      expect(Object.keys(VERBS)).to.include(verb);
      expect(name).to.contain(verb);
      expect(linesOf(name)).to.include.members(GIVEN_UP);
      expect(settingOf(name, 'User')).to.equal('sluice');
      expect(read(name)).not.to.contain('ReadWritePaths');
    });
  }

  it('wait longer than an orderly stop takes, and migrate first', () => {
    const settings = Object.fromEntries(
      linesOf('sluice.env').flatMap((line) => [...line.matchAll(/^(\w+)=(.*)$/g)].map(([, key, value]) => [key, value])),
    );
    const { drainSeconds, shutdownSeconds } = readConfig({ ...settings, DATABASE_URL: 'postgres://a@b/c' }, 'api').engine;
    for (const name of SERVICES.filter((one) => one !== 'sluice-migrate.service')) {
      expect(Number(settingOf(name, 'TimeoutStopSec'))).to.be.above(drainSeconds + shutdownSeconds);
      expect(settingOf(name, 'Requires')).to.equal('sluice-migrate.service');
      expect(settingOf(name, 'After')).to.contain('sluice-migrate.service');
    }
  });

  it('give roles on one machine different ports', () => {
    const ports = [...(settingOf('sluice.target', 'Wants') ?? '').matchAll(/@(\d+)/g)].map(([, port]) => port);
    const ofProjector = /METRICS_PORT=(\d+)/.exec(read('sluice-projector.service'))?.[1];
    expect(new Set([...ports, ofProjector]).size).to.equal(ports.length + 1);
    expect(read('sluice-worker@.service')).to.contain('Environment=METRICS_PORT=%i');
  });

  it('name settings that exist, and no password', () => {
    const known = SETTINGS.map((setting) => keyOf(setting).replaceAll(':', '__'));
    const named = linesOf('sluice.env').flatMap((line) => [...line.matchAll(/^#?(\w+)=/g)].map(([, key = '']) => key));
    expect(named).to.include('DATABASE_URL');
    expect(known).to.include.members(named);
    for (const [, password] of read('sluice.env').matchAll(/:\/\/\w*:([^@]*)@/g)) expect(password).to.equal('<password>');
  });

  if (spawnSync('systemd-analyze', ['--version']).status === 0) {
    it('are understood by systemd, every line', () => {
      const folder = mkdtempSync(join(tmpdir(), 'sluice-units-'));
      try {
        for (const name of [...SERVICES, 'sluice.target'])
          writeFileSync(join(folder, name), read(name).replaceAll('/usr/bin/node', process.execPath));
        const units = [...SERVICES.map((name) => name.replace('@.', '@9464.')), 'sluice.target'].map((name) =>
          join(folder, name),
        );
        const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...units], {
          encoding: 'utf8',
          env: { ...process.env, SYSTEMD_UNIT_PATH: `${folder}:` },
        });
        const ours = stderr.split('\n').filter((line) => line.includes('sluice'));
        expect(ours).to.deep.equal([]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });

    it('are rated as little exposed by systemd', () => {
      const operands = ['security', '--offline=true', '--threshold=20', join(FOLDER, 'sluice-api.service')];
      const { status, stdout } = spawnSync('systemd-analyze', operands, { encoding: 'utf8' });
      expect(status, stdout.slice(-300)).to.equal(0);
    });
  }
});
