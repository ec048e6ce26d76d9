import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import { parse } from 'yaml';
import { isProtectedPath } from '../../../src/api/auth/protected-paths.ts';
import { ENDPOINTS } from '../../../src/api/endpoints.ts';
import { readConfig } from '../../../src/platform/config/config.ts';
import { settingsOfWebhook } from '../../../src/platform/config/config-feed-out.ts';
import { SETTINGS } from '../../../src/platform/config/config-review.ts';
import { factsOf, keyOf } from '../../../src/platform/config/setting.ts';
import { packageRoot, version } from '../../../src/platform/version.ts';
import { complaintsAbout, type Manifest } from '../../support/manifests/check-manifest.ts';
import { CHART } from '../../support/manifests/helm.ts';
import { EXAMPLES, WRONG_VALUES, withMember } from '../../support/manifests/values.ts';
import { itFull } from '../../support/tier.ts';

type Json = Record<string, never>;
const read = (path: string) => readFileSync(join(CHART, path), 'utf8');
const schema = JSON.parse(read('values.schema.json')) as object;
const isAllowed = new Ajv({ strict: false, allErrors: true }).compile(schema);
const defaults = parse(read('values.yaml')) as Json;

/** As Helm lays values over the defaults. */
function overlaid(under: unknown, over: unknown): unknown {
  const isMap = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(under) || !isMap(over)) return over;
  const names = [...new Set([...Object.keys(under), ...Object.keys(over)])];
  return Object.fromEntries(names.map((name) => [name, name in over ? overlaid(under[name], over[name]) : under[name]]));
}
const given = (values: unknown) => overlaid(defaults, values);
const minimal = parse(read('ci/minimal.yaml')) as object;

describe('the values of the chart', () => {
  it('are refused as they are when no one specifies which image and which database', () => {
    expect(isAllowed(defaults)).to.equal(false);
    const paths = new Set((isAllowed.errors ?? []).map(({ instancePath }) => instancePath));
    expect([...paths]).to.have.members(['/image/repository', '/postgres/existingSecret']);
  });

  for (const name of readdirSync(join(CHART, 'ci')))
    it(`are allowed when they are those of ci/${name}`, () => {
      expect(isAllowed(given(parse(read(`ci/${name}`)))), JSON.stringify(isAllowed.errors)).to.equal(true);
    });

  for (const [name, values] of Object.entries(EXAMPLES))
    it(`are allowed when they are ${name}`, () => {
      expect(isAllowed(given(overlaid(minimal, values))), JSON.stringify(isAllowed.errors)).to.equal(true);
    });

  for (const { path, value } of WRONG_VALUES)
    it(`are refused when ${path.join('.')} is ${JSON.stringify(value)}`, () => {
      expect(isAllowed(withMember(given(minimal) as object, path, value))).to.equal(false);
      const places = (isAllowed.errors ?? []).map(({ instancePath, params }) =>
        `${instancePath} ${JSON.stringify(params)}`.toLowerCase(),
      );
      expect(places.join('\n')).to.contain((path.at(-1) ?? '').split('/')[0]?.toLowerCase());
    });

  it('describe every member that values.yaml has, and no other', () => {
    const undescribed: string[] = [];
    const walk = (value: unknown, description: Json | undefined, path: string) => {
      if (description === undefined) undescribed.push(path);
      const { properties } = (description ?? {}) as { properties?: Json };
      if (properties === undefined || typeof value !== 'object' || value === null) return;
      for (const [name, member] of Object.entries(value)) walk(member, properties[name], `${path}.${name}`);
      for (const name of Object.keys(properties)) if (!(name in value) && name !== 'global') undescribed.push(`${path}.${name}`);
    };
    walk(defaults, schema as Json, '');
    expect(undescribed).to.deep.equal([]);
  });
});

describe('the settings in the values of the chart', () => {
  const isAllowedKey = (key: string) => isAllowed(withMember(given(minimal) as object, ['config', key], 'x'));
  /** What the chart sets automatically, from its own values. */
  const own = ['HOST', 'PORT', 'UI_PORT', 'METRICS_PORT', 'ALLOWED_HOSTS', 'LOG_LEVEL', 'DATA_DIR', 'Engine:DrainSeconds'];
  const keysOfItsOwn = new Set([...own, 'Engine:ShutdownSeconds']);

  const settings = [...SETTINGS, ...settingsOfWebhook('billing')].map(factsOf);

  for (const { key, isSecret } of settings) {
    const refused = isSecret === true || keysOfItsOwn.has(key);
    it(`${refused ? 'refuse' : 'take'} ${key} when it is in config`, () => {
      expect(isAllowedKey(key), `${key}: see definitions.config in values.schema.json`).to.equal(!refused);
      if (!refused) return;
      const spellings = [
        key.toLowerCase(),
        key.toUpperCase(),
        key.replaceAll(':', '__'),
        key.replaceAll(':', '__').toUpperCase(),
      ];
      for (const spelling of spellings) expect(isAllowedKey(spelling), spelling).to.equal(false);
    });
  }

  it('take every key when it comes from a secret', () => {
    for (const { key } of settings) {
      const values = withMember(given(minimal) as object, ['secretConfig', key], { secret: 'a', key: 'b' });
      expect(isAllowed(values), key).to.equal(true);
    }
  });
});

describe('the chart', () => {
  it('has the version of the package when one of them is raised', () => {
    const { version: ofChart, appVersion } = parse(read('Chart.yaml')) as { version: string; appVersion: string };
    expect([ofChart, appVersion]).to.deep.equal([version, version]);
  });

  it('passes on the protected paths, all of them and nothing else, when an endpoint is added', () => {
    const { paths } = (defaults as unknown as { api: { ingress: { paths: string[] } } }).api.ingress;
    // names the issuer to clients without a token
    const metadata = '/.well-known/oauth-protected-resource';
    const others = paths.filter((path) => path !== metadata);
    expect(others.filter((path) => !isProtectedPath(path))).to.deep.equal([]);
    const served = ENDPOINTS.map(({ pattern }) => `/${pattern.split('/')[1]}`);
    expect([...new Set(served.filter(isProtectedPath))], 'api.ingress.paths in values.yaml').to.have.members(others);
    expect(paths).to.include(metadata);
  });

  it('gives names of settings and ports that exist when it is rendered', () => {
    const templates = readdirSync(join(CHART, 'templates'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml') || name.endsWith('.tpl'))
      .map((name) => read(`templates/${name}`))
      .join('\n');
    const names = [...templates.matchAll(/- name: ([A-Z][A-Za-z_]+)$/gm)].map(([, name = '']) => name.replaceAll('__', ':'));
    expect(names.length).to.be.greaterThan(6);
    expect(SETTINGS.map(keyOf)).to.include.members(names);
    const { port, uiPort, metricsPort } = readConfig({}, 'all');
    for (const { number } of [port, uiPort, metricsPort]) expect(templates).to.contain(String(number));
  });

  it('carries the alert rules as they are shipped', () => {
    expect(read('files/prometheus-rules.yml')).to.equal(readFileSync(join(packageRoot, 'deploy/prometheus-rules.yml'), 'utf8'));
  });

  it('makes no secret, and holds none', () => {
    for (const name of readdirSync(CHART, { recursive: true, encoding: 'utf8' }).filter((path) => /\.\w+$/.test(path))) {
      const text = read(name);
      expect(text, name).not.to.match(/kind: Secret|stringData/);
      expect(text, name).not.to.match(/:\/\/\w+:[^<\s/]\w*@/);
    }
  });
});

describe('the check of manifests', () => {
  const pod = (container: object): Manifest => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [container] },
  });

  itFull('finds nothing when all is well', () => expect(complaintsAbout(pod({ name: 'a', image: 'b' }))).to.deep.equal([]));
  for (const [what, manifest] of Object.entries({
    'a member is misspelt': pod({ name: 'a', image: 'b', redinessProbe: {} }),
    'a member is missing': pod({ image: 'b' }),
    'a member has another type': pod({ name: 'a', image: 'b', env: [{ name: 'A', value: 1 }] }),
    'the kind is unknown': { ...pod({}), apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget' },
  }))
    it(`finds something when ${what}`, () => expect(complaintsAbout(manifest)).not.to.deep.equal([]));
});
