/** A chart value that must be rejected, with its path. */
export interface WrongValue {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Values that people may choose, besides those of the folder ci. */
export const EXAMPLES: Readonly<Record<string, object>> = {
  'those of one machine, without Redis': { api: { replicas: 1 }, worker: { replicas: 1 } },
  'those of a cluster with Redis': { redis: { existingSecret: 'redis' }, api: { replicas: 4 }, worker: { replicas: 8 } },
  'those of an API behind an ingress without TLS': {
    api: { ingress: { enabled: true, hosts: ['api.example.com', '*.api.example.com'] } },
  },
  'those of pages at a path of their own': {
    ui: { publicUrl: 'https://example.com', ingress: { enabled: true, hosts: ['example.com'], tlsSecret: 'tls' } },
  },
  'those of workers that follow the queue alone': {
    worker: { autoscaling: { enabled: true, cpuPercent: null, queueJobs: 50, maxReplicas: 40 } },
  },
  'those of workers alone, beside another release': {
    api: { enabled: false },
    ui: { enabled: false },
    projector: { enabled: false },
    migration: { enabled: false },
    fullnameOverride: 'more-workers',
  },
  'those of a closed network': { networkPolicy: { restrictEgress: true }, bindAddress: '::' },
  'those of numbers, flags and lists as settings': {
    config: {
      'Engine:MaxStepsPerRun': 100_000_000,
      'Docs:Enabled': false,
      'Authentication:KnownProxies': ['10.0.0.7', '10.0.0.8'],
    },
  },
  'those of a secret for each setting': {
    secretConfig: { 'Plugins:Email:SmtpUrl': { secret: 'mail', key: 'url' } },
    config: { 'Plugins:Email:From': 'sluice@example.com' },
  },
  'those of secrets of custom tasks, as files': {
    config: { 'Secrets:Directory': '/run/secrets/sluice', 'Secrets:Limits': ['crm:order-*'] },
    worker: {
      extraVolumes: [{ name: 'crm', secret: { secretName: 'crm' } }],
      extraVolumeMounts: [{ name: 'crm', mountPath: '/run/secrets/sluice', readOnly: true }],
    },
  },
  'those of secrets of custom tasks, as variables': {
    worker: {
      config: { 'Secrets:EnvironmentPrefix': 'SLUICE_SECRET_' },
      secretConfig: { SLUICE_SECRET_CRM: { secret: 'crm', key: 'token' } },
    },
  },
  'those of a secret in a file': {
    config: { 'Secrets:Vault:Token_FILE': '/run/vault/token', OTEL_EXPORTER_OTLP_HEADERS_FILE: '/run/otlp' },
  },
  'those of very long names': { fullnameOverride: 'a'.repeat(80), nameOverride: 'b'.repeat(80) },
};

/** Values that Kubernetes or the service would stumble over later, or that would write a secret down. */
export const WRONG_VALUES: readonly WrongValue[] = [
  { path: ['image', 'repository'], value: '' },
  { path: ['image', 'repository'], value: 'Registry.example/sluice latest' },
  { path: ['image', 'digest'], value: 'sha256:0123' },
  { path: ['image', 'pullPolicy'], value: 'Sometimes' },
  { path: ['image', 'tags'], value: '1' },
  { path: ['postgres', 'existingSecret'], value: '' },
  { path: ['postgres', 'url'], value: 'postgres://sluice:pass@db/sluice' },
  { path: ['postgres', 'password'], value: 'pass' },
  { path: ['postgres', 'key'], value: 'a b' },
  { path: ['redis', 'existingSecret'], value: 'rediss://:pass@redis:6379' },
  { path: ['config', 'Authentication:ClientSecret'], value: 'pass' },
  { path: ['config', 'authentication:clientSecret'], value: 'pass' },
  { path: ['config', 'AUTHENTICATION__CLIENTSECRET'], value: 'pass' },
  { path: ['config', 'Some:Later:Password'], value: 'pass' },
  { path: ['config', 'Engine:WorkerConcurrency'], value: { of: 'map' } },
  { path: ['config', 'bad name'], value: 1 },
  { path: ['secretConfig', 'Authentication:ClientSecret'], value: 'pass' },
  { path: ['secretConfig', 'Authentication:ClientSecret'], value: { secret: 'a', key: 'b', value: 'pass' } },
  { path: ['logLevel'], value: 'verbose' },
  { path: ['allowedHosts'], value: 'example.com' },
  { path: ['drainSeconds'], value: -1 },
  { path: ['drainSeconds'], value: '5' },
  { path: ['shutdownSeconds'], value: 0 },
  { path: ['replicas'], value: 2 },
  { path: ['api', 'replicas'], value: 1.5 },
  { path: ['api', 'ingress', 'paths'], value: ['metrics'] },
  { path: ['api', 'ingress', 'paths'], value: ['/a\n  evil: true'] },
  { path: ['api', 'ingress', 'hosts'], value: ['https://api.example.com'] },
  { path: ['api', 'service', 'type'], value: 'ExternalName' },
  { path: ['worker', 'ingress'], value: { enabled: true } },
  { path: ['worker', 'autoscaling', 'maxReplicas'], value: 0 },
  { path: ['worker', 'autoscaling', 'queueJobs'], value: 'many' },
  { path: ['projector', 'autoscaling', 'queueJobs'], value: 5 },
  { path: ['ui', 'publicUrl'], value: 'example.com' },
  { path: ['pluginHost', 'paths'], value: [] },
  { path: ['worker', 'podDisruptionBudget', 'maxUnavailable'], value: 0 },
  { path: ['networkPolicy', 'apiFrom'], value: { namespaceSelector: {} } },
  { path: ['metrics', 'serviceMonitor', 'interval'], value: 'often' },
  { path: ['fullnameOverride'], value: 'a\n  evil: true' },
  { path: ['workers'], value: {} },
  { path: ['api'], value: null },
  { path: ['worker', 'podDisruptionBudget'], value: null },
];

/** A copy with one member set. */
export function withMember(values: object, path: readonly string[], value: unknown): object {
  const [name = '', ...rest] = path;
  const own = (values as Record<string, object>)[name] ?? {};
  return { ...values, [name]: rest.length === 0 ? value : withMember(own, rest, value) };
}
