import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { stringify } from 'yaml';
import { readConfig } from '../../../src/platform/config/config.ts';
import { findIdleKeys } from '../../../src/platform/config/config-review.ts';
import { openConfigSource } from '../../../src/platform/config/config-source.ts';
import { complaintsAbout, type Manifest } from '../../support/manifests/check-manifest.ts';
import { CHART, hasHelm, helm, manifestsIn, template } from '../../support/manifests/helm.ts';
import { EXAMPLES, WRONG_VALUES, withMember } from '../../support/manifests/values.ts';

interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly string[] } } };
}
interface PodSpec {
  readonly containers: readonly Container[];
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly automountServiceAccountToken: boolean;
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly volumes?: readonly object[];
}

const MINIMAL = ['-f', join(CHART, 'ci', 'minimal.yaml')];
const EVERYTHING = ['-f', join(CHART, 'ci', 'everything.yaml')];

function podOf(manifest: Manifest): PodSpec | undefined {
  if (manifest.kind === 'Pod') return manifest['spec'] as PodSpec;
  if (manifest.kind !== 'Deployment' && manifest.kind !== 'Job') return undefined;
  return (manifest['spec'] as { template: { spec: PodSpec } }).template.spec;
}

if (hasHelm) {
  describe('the chart, rendered by helm', function () {
    this.timeout(60_000);
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'sluice-chart-'));
    });
    after(() => rmSync(folder, { recursive: true, force: true }));

    function rendered(operands: readonly string[], release?: string): readonly Manifest[] {
      const { status, output, errors } = template(operands, release);
      expect(status, errors).to.equal(0);
      return manifestsIn(output);
    }
    function fileOf(values: object): string {
      const path = join(folder, 'values.yaml');
      writeFileSync(path, stringify(values));
      return path;
    }
    function expectSound(manifests: readonly Manifest[]): void {
      expect(manifests.flatMap(complaintsAbout)).to.deep.equal([]);
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size, names.join(', ')).to.equal(names.length);
      for (const { metadata } of manifests) {
        expect(metadata.name).to.match(/^[a-z0-9][-a-z0-9.]{0,61}[a-z0-9]$/);
        for (const value of Object.values(metadata.labels ?? {}))
          expect(value).to.match(/^([A-Za-z0-9][-\w.]{0,61})?[A-Za-z0-9]$/);
      }
    }

    for (const name of readdirSync(join(CHART, 'ci')))
      it(`is linted without a warning when the values are those of ci/${name}`, () => {
        const { status, output } = helm(['lint', '--strict', CHART, '-f', join(CHART, 'ci', name)]);
        expect(status, output).to.equal(0);
        expect(output).not.to.match(/\[(?:WARNING|ERROR)\]/);
      });

    for (const name of readdirSync(join(CHART, 'ci')))
      it(`makes what Kubernetes takes when the values are those of ci/${name}`, () =>
        expectSound(rendered(['-f', join(CHART, 'ci', name)])));

    for (const [name, values] of Object.entries(EXAMPLES))
      it(`makes what Kubernetes takes when the values are ${name}`, () =>
        expectSound(rendered([...MINIMAL, '-f', fileOf(values)])));

    it('makes what Kubernetes takes when the name of the release is as long as it may be', () =>
      expectSound(rendered(EVERYTHING, 'r'.repeat(53))));

    it('makes nothing when everything is off', () =>
      expect(rendered(['-f', join(CHART, 'ci', 'nothing.yaml')])).to.deep.equal([]));

    it('makes every kind when everything is on', () => {
      const manifests = rendered(EVERYTHING);
      const count = (kind: string) => manifests.filter((manifest) => manifest.kind === kind).length;
      const kinds = [
        'Deployment',
        'HorizontalPodAutoscaler',
        'PodDisruptionBudget',
        'Ingress',
        'Job',
        'ServiceMonitor',
        'PrometheusRule',
      ];
      expect(kinds.map(count)).to.deep.equal([5, 5, 5, 2, 1, 1, 1]);
      expect(['NetworkPolicy', 'Service', 'ConfigMap', 'ServiceAccount', 'Pod'].map(count)).to.deep.equal([6, 5, 1, 1, 1]);
    });

    it('runs every pod as a user with a number, read-only and without rights', () => {
      for (const manifest of rendered(EVERYTHING)) {
        const pod = podOf(manifest);
        if (pod === undefined) continue;
        expect(pod.securityContext).to.include({ runAsNonRoot: true, runAsUser: 1000 });
        expect(pod.securityContext['seccompProfile']).to.deep.equal({ type: 'RuntimeDefault' });
        expect([pod.automountServiceAccountToken, pod.enableServiceLinks], manifest.metadata.name).to.deep.equal([false, false]);
        for (const { securityContext } of pod.containers)
          expect(securityContext).to.deep.equal({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
      }
    });

    it('gives every role settings that it can read, and takes secrets by name alone', () => {
      for (const operands of [MINIMAL, EVERYTHING])
        for (const manifest of rendered(operands).filter(({ kind }) => kind === 'Deployment')) {
          const [container] = podOf(manifest)?.containers ?? [];
          const settings = container?.env ?? [];
          expect(new Set(settings.map(({ name }) => name)).size).to.equal(settings.length);
          const secret: Readonly<Record<string, string>> = {
            DATABASE_URL: 'postgres://a@b/c',
            DATABASE_REPLICA_URL: 'postgres://a@d/c',
            REDIS_URL: 'redis://a',
            Authentication__ClientSecret: 'x',
            OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
          };
          const environment = Object.fromEntries(settings.map(({ name, value }) => [name, value ?? secret[name]]));
          for (const { name, value } of settings) expect(value === undefined, name).to.equal(name in secret);
          const role = container?.args[0] as 'api';
          const { engine, host, allowedHosts } = readConfig(environment, role);
          expect([host, findIdleKeys(openConfigSource(environment))]).to.deep.equal(['0.0.0.0', []]);
          expect(allowedHosts).to.include('try-sluice-api.processes.svc.cluster.local');
          const preStop = Number(/(\d+)\)$/.exec(container?.lifecycle?.preStop.exec.command[2] ?? '')?.[1] ?? 0) / 1000;
          expect(podOf(manifest)?.terminationGracePeriodSeconds).to.equal(
            preStop + engine.drainSeconds + engine.shutdownSeconds + 10,
          );
          expect(engine.drainSeconds > 0).to.equal(role === 'api' || (role as string) === 'ui');
        }
    });

    it('migrates before the replicas, from the same database', () => {
      const [job] = rendered(MINIMAL).filter(({ kind }) => kind === 'Job');
      expect(job?.metadata).to.have.property('annotations').that.includes({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
      const [container] = podOf(job as Manifest)?.containers ?? [];
      expect(container?.args).to.deep.equal(['migrate']);
      expect(container?.env?.find(({ name }) => name === 'DATABASE_URL')?.valueFrom).to.deep.equal({
        secretKeyRef: { name: 'sluice-postgres', key: 'DATABASE_URL' },
      });
    });

    it('lets pods, services, budgets and policies choose pods that exist', () => {
      const manifests = rendered(EVERYTHING);
      const pods = manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job' || kind === 'Pod');
      const labels = pods.map(({ metadata }) => metadata.labels ?? {});
      for (const { kind, metadata, spec } of manifests as readonly (Manifest & { spec: Record<string, unknown> })[]) {
        const chosen = {
          Service: spec?.['selector'],
          Deployment: (spec?.['selector'] as { matchLabels?: object })?.matchLabels,
          PodDisruptionBudget: (spec?.['selector'] as { matchLabels?: object })?.matchLabels,
          NetworkPolicy: (spec?.['podSelector'] as { matchLabels?: object })?.matchLabels,
        }[kind] as Record<string, string> | undefined;
        if (chosen === undefined) continue;
        const found = labels.filter((one) => Object.entries(chosen).every(([name, value]) => one[name] === value));
        expect(found, `${kind} ${metadata.name}`).to.have.length(1);
      }
    });

    it('holds no secret and makes none, whatever the values are', () => {
      for (const operands of [MINIMAL, EVERYTHING]) {
        const { output } = template(operands);
        expect(output).not.to.match(/kind: Secret|stringData|:\/\/[^/\s]*:[^/\s]*@/);
      }
    });

    for (const { path, value } of WRONG_VALUES)
      it(`refuses values when ${path.join('.')} is ${JSON.stringify(value)}`, () => {
        const { status, output, errors } = template([...MINIMAL, '-f', fileOf(withMember({}, path, value))]);
        expect([status, output]).to.deep.equal([1, '']);
        expect(errors).to.contain("values don't meet the specifications of the schema");
        expect(errors.toLowerCase()).to.contain((path[path[0] === 'config' ? 0 : path.length - 1] ?? '').toLowerCase());
        expect(errors).not.to.contain('pass@');
      });

    it('refuses an autoscaler that has nothing to follow, or bounds that cross', () => {
      const of = (autoscaling: object) =>
        template([...MINIMAL, '-f', fileOf({ worker: { autoscaling: { enabled: true, ...autoscaling } } })]);
      expect(of({ cpuPercent: null, queueJobs: null }).errors).to.contain('worker.autoscaling has nothing to follow');
      expect(of({ minReplicas: 5, maxReplicas: 3 }).errors).to.contain('worker.autoscaling.minReplicas is above maxReplicas');
    });

    it('shows the missing parts when nothing is given', () => {
      const { status, errors } = template([]);
      expect(status).to.equal(1);
      expect(errors).to.contain('image.repository').and.to.contain('postgres.existingSecret');
    });

    it('can be packed, with nothing of its tests', () => {
      const { status, errors } = helm(['package', CHART, '--destination', folder]);
      expect(status, errors).to.equal(0);
      expect(readdirSync(folder).some((name) => name.endsWith('.tgz'))).to.equal(true);
    });
  });
}
