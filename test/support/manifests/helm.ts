import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { packageRoot } from '../../../src/platform/version.ts';
import type { Manifest } from './check-manifest.ts';

/** The folder of the chart. */
export const CHART = join(packageRoot, 'deploy', 'helm', 'sluice');
/** The Kubernetes that charts are rendered for; a helm that Go has built thinks of an old one. */
const KUBERNETES = '1.31.0';

/** Output of helm. */
export interface HelmAnswer {
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

const found = [process.env['HELM_PATH'], 'helm', join(process.env['GOPATH'] ?? join(homedir(), 'go'), 'bin', 'helm')].find(
  (path) => path !== undefined && spawnSync(path, ['version']).status === 0,
);

/** Whether there is a helm here. `go install helm.sh/helm/v3/cmd/helm@v3.17.3` makes one. */
export const hasHelm = found !== undefined;

export function helm(operands: readonly string[]): HelmAnswer {
  if (found === undefined) throw new Error('no helm');
  const { status, stdout, stderr } = spawnSync(found, operands, { encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  return { status, output: stdout, errors: stderr };
}

/** Renders the chart. @param operands `-f`, `--set` and the like */
export function template(operands: readonly string[], release = 'try'): HelmAnswer {
  return helm(['template', release, CHART, '--namespace', 'processes', '--kube-version', KUBERNETES, ...operands]);
}

export function manifestsIn(output: string): readonly Manifest[] {
  return parseAllDocuments(output, { merge: true })
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
}
