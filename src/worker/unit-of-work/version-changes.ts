import type { DefinitionRow } from '../../store/definitions.ts';
import type { DeletableVersion } from '../../store/deletions.ts';
import type { StoredDeployment } from '../../store/deployments.ts';
import { DecisionChanges } from './decision-changes.ts';
import type { LoadedRows } from './loaded-rows.ts';

/** Versions of processes that one transaction adds, deletes and starts, and versions of decisions. */
export class VersionChanges {
  readonly decisions: DecisionChanges;
  private readonly added: DefinitionRow[] = [];
  private readonly deleted: DeletableVersion[] = [];
  private readonly started = new Set<string>();
  private readonly stored: LoadedRows['deployments'];

  constructor({ deployments, decisions, keepsEvaluations }: Pick<LoadedRows, 'deployments' | 'decisions' | 'keepsEvaluations'>) {
    this.stored = deployments;
    this.decisions = new DecisionChanges(decisions, keepsEvaluations === true);
  }

  add(row: DefinitionRow): void {
    this.added.push(row);
  }

  /** Deletes a locked version. */
  delete(version: DeletableVersion): void {
    this.deleted.push(version);
  }

  /** Records that a version is started: it must still exist when the instance is written. */
  start(definitionId: string): void {
    this.started.add(definitionId);
  }

  /** Returns the deployment data of a version; undefined if unknown. */
  deploymentOf(definitionId: string): StoredDeployment | undefined {
    const added = this.added.find((row) => row.definitionId === definitionId);
    if (added === undefined) return this.stored.get(definitionId);
    return { versions: this.added.filter(({ fileId }) => fileId === added.fileId), resources: added.resources };
  }

  /** Rows to write. A version that this transaction adds needs no claim: other transactions cannot see it. */
  get rows() {
    const isAdded = (id: string) => this.added.some(({ definitionId }) => definitionId === id);
    return {
      decisions: this.decisions.rows,
      definitions: this.added,
      deletedVersions: this.deleted,
      startedDefinitions: [...this.started].filter((id) => !isAdded(id)),
    };
  }
}
