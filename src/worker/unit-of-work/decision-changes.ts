import type { DecisionEvaluation } from '../../store/decision-evaluations.ts';
import type { DecisionFileRow, DecisionRow, DecisionRows, DeletableDecision, NewDecisionVersion } from '../../store/decisions.ts';

export type DecisionToAdd = Omit<NewDecisionVersion, 'version'>;

/** Decision versions that one transaction adds and deletes. */
export class DecisionChanges {
  private readonly known: Map<string, DecisionRow>;
  private readonly added: NewDecisionVersion[] = [];
  private readonly files = new Map<string, DecisionFileRow>();
  readonly deleted: DeletableDecision[] = [];
  readonly evaluations: DecisionEvaluation[] = [];

  /** whether the handler of EvaluateDecision adds to `evaluations` */
  readonly keepsEvaluations: boolean;

  constructor(loaded: ReadonlyMap<string, DecisionRow>, keepsEvaluations: boolean) {
    this.keepsEvaluations = keepsEvaluations;
    this.known = new Map(loaded);
  }

  /** Adds the next version, or reuses the latest one if it is the same. */
  add(decision: DecisionToAdd, files: readonly DecisionFileRow[]): { readonly version: number; readonly isUnchanged: boolean } {
    const { key, fingerprint, reading } = decision;
    const row = this.known.get(key);
    if (row === undefined) throw new Error(`decision '${key}' was not locked`);
    const { latest } = row;
    if (latest?.fingerprint === fingerprint && latest.reading === reading) return { version: latest.version, isUnchanged: true };
    // the number of a deleted version is not reused
    const version = row.highestVersion + 1;
    this.known.set(key, { key, highestVersion: version, latest: { version, fingerprint, reading } });
    this.added.push({ ...decision, version });
    for (const file of files) this.files.set(`${file.fileId} ${file.name}`, file);
    return { version, isUnchanged: false };
  }

  /** Returns the decision locked by this transaction. */
  get(key: string): DecisionRow | undefined {
    return this.known.get(key);
  }

  get rows(): DecisionRows {
    const { added, deleted, evaluations } = this;
    return { decisionVersions: added, decisionFiles: [...this.files.values()], deletedDecisions: deleted, evaluations };
  }
}
