import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Writes kubernetes.json next to this file: the schemas of the kinds that the chart makes, from the modules in which Kubernetes and the Prometheus
 * operator publish them. Needs Go. Run it when the chart makes a new kind:
 *   node --import tsx test/support/manifests/take-schemas.ts
 */
const KUBERNETES = 'k8s.io/kubernetes@v1.31.4';
const OPERATOR = 'github.com/prometheus-operator/prometheus-operator@v0.79.2';
const KINDS: Readonly<Record<string, string>> = {
  'apps/v1 Deployment': 'io.k8s.api.apps.v1.Deployment',
  'autoscaling/v2 HorizontalPodAutoscaler': 'io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler',
  'batch/v1 Job': 'io.k8s.api.batch.v1.Job',
  'networking.k8s.io/v1 Ingress': 'io.k8s.api.networking.v1.Ingress',
  'networking.k8s.io/v1 NetworkPolicy': 'io.k8s.api.networking.v1.NetworkPolicy',
  'policy/v1 PodDisruptionBudget': 'io.k8s.api.policy.v1.PodDisruptionBudget',
  'v1 ConfigMap': 'io.k8s.api.core.v1.ConfigMap',
  'v1 Pod': 'io.k8s.api.core.v1.Pod',
  'v1 Service': 'io.k8s.api.core.v1.Service',
  'v1 ServiceAccount': 'io.k8s.api.core.v1.ServiceAccount',
};
const RESOURCES: Readonly<Record<string, string>> = { servicemonitors: 'ServiceMonitor', prometheusrules: 'PrometheusRule' };
const METADATA = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';

type Schema = Record<string, unknown>;

const all = JSON.parse(readFileSync(join(folderOf(KUBERNETES), 'api', 'openapi-spec', 'swagger.json'), 'utf8'))
  .definitions as Readonly<Record<string, Schema>>;
const definitions: Record<string, unknown> = {};
const kinds: Record<string, string> = {};
for (const [kind, name] of Object.entries(KINDS)) {
  take(name);
  kinds[kind] = name;
}
for (const [plural, kind] of Object.entries(RESOURCES)) {
  const file = join(folderOf(OPERATOR), 'example', 'prometheus-operator-crd', `monitoring.coreos.com_${plural}.yaml`);
  const { versions } = (
    parse(readFileSync(file, 'utf8')) as { spec: { versions: { name: string; schema: { openAPIV3Schema: Schema } }[] } }
  ).spec;
  const name = `com.coreos.monitoring.v1.${kind}`;
  const schema = strict(versions.find((version) => version.name === 'v1')?.schema.openAPIV3Schema) as { properties: Schema };
  definitions[name] = { ...schema, properties: { ...schema.properties, metadata: { $ref: `#/definitions/${METADATA}` } } };
  kinds[`monitoring.coreos.com/v1 ${kind}`] = name;
}
// people write `cpu: 1`, and Kubernetes reads it
definitions[QUANTITY] = { type: ['string', 'number'] };
writeFileSync(
  join(import.meta.dirname, 'kubernetes.json'),
  `${JSON.stringify({ from: [KUBERNETES, OPERATOR], kinds, definitions })}\n`,
);

function folderOf(module: string): string {
  const text = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' });
  return (JSON.parse(text) as { Dir: string }).Dir;
}

function take(name: string): void {
  if (name in definitions) return;
  definitions[name] = strict(all[name]);
  for (const [, next = ''] of JSON.stringify(definitions[name]).matchAll(/"#\/definitions\/([^"]+)"/g)) take(next);
}

/** Without what is for readers, and refusing members that are not described: Kubernetes drops a misspelt one without a word. */
function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict);
  if (node === null || typeof node !== 'object') return node;
  const made: Schema = {};
  for (const [name, value] of Object.entries(node)) {
    if (/^x-kubernetes|^(?:default|format)$/.test(name) || (name === 'description' && typeof value === 'string')) continue;
    // flags inside of a pattern are read by Go alone
    if (name === 'pattern' && typeof value === 'string' && value.includes('(?i)')) continue;
    made[name] =
      name === 'properties'
        ? Object.fromEntries(Object.entries(value as Schema).map(([member, schema]) => [member, strict(schema)]))
        : strict(value);
  }
  const { format, 'x-kubernetes-int-or-string': isEither, 'x-kubernetes-preserve-unknown-fields': isOpen } = node as Schema;
  if (isEither === true || format === 'int-or-string') {
    delete made['anyOf'];
    made['type'] = ['integer', 'string'];
  }
  if (made['properties'] !== undefined && isOpen !== true) made['additionalProperties'] ??= false;
  return made;
}
