import type { DefinitionRow } from '../../store/definitions.ts';
import type { DeletableVersion } from '../../store/deletions.ts';
import type { StoredDeployment } from '../../store/deployments.ts';
import type { LoadedRows } from './loaded-rows.ts';

/** Versions of processes that one transaction adds, deletes, and makes instances of. */
export class VersionChanges {
  private readonly added: DefinitionRow[] = [];
  private readonly deleted: DeletableVersion[] = [];
  private readonly started = new Set<string>();
  private readonly stored: LoadedRows['deployments'];

  constructor(stored: LoadedRows['deployments']) {
    this.stored = stored;
  }

  add(row: DefinitionRow): void {
    this.added.push(row);
  }

  /** Removes a version that was locked for it. */
  delete(version: DeletableVersion): void {
    this.deleted.push(version);
  }

  /** Notes that an instance of a version is made: it must be there still when the instance is written. */
  start(definitionId: string): void {
    this.started.add(definitionId);
  }

  /** What the version with this id was deployed with; undefined where that is not known. */
  deploymentOf(definitionId: string): StoredDeployment | undefined {
    const added = this.added.find((row) => row.definitionId === definitionId);
    if (added === undefined) return this.stored.get(definitionId);
    return { versions: this.added.filter(({ fileId }) => fileId === added.fileId), resources: added.resources };
  }

  /** What is to be written. A version that this transaction adds needs no claim: nobody else knows it. */
  get rows() {
    const isAdded = (id: string) => this.added.some(({ definitionId }) => definitionId === id);
    return {
      definitions: this.added,
      deletedVersions: this.deleted,
      startedDefinitions: [...this.started].filter((id) => !isAdded(id)),
    };
  }
}
