import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

/** One object of Kubernetes, as read from YAML. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly [member: string]: unknown;
}

const { kinds, definitions } = JSON.parse(readFileSync(new URL('kubernetes.json', import.meta.url), 'utf8')) as {
  readonly kinds: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, object>>;
};
const ajv = new Ajv({ strict: false, allErrors: true }).addSchema({ $id: 'kubernetes', definitions });
const checks = new Map<string, ValidateFunction>();

/** Errors that Kubernetes would report for an object; empty: none. */
export function complaintsAbout(manifest: Manifest): readonly string[] {
  const kind = `${manifest.apiVersion} ${manifest.kind}`;
  const name = kinds[kind];
  if (name === undefined) return [`${kind} is unknown; see take-schemas.ts`];
  const check = checks.get(kind) ?? ajv.compile({ $ref: `kubernetes#/definitions/${name}` });
  checks.set(kind, check);
  const isSound: boolean = check(manifest);
  if (isSound) return [];
  return (check.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${kind} ${manifest.metadata?.name}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
