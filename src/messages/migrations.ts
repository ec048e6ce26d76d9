import type { MigrationFault } from '../engine/migration/migrations.ts';

/** Result of a migration or of its dry run. */
export interface Migration {
  readonly from: { readonly definitionId: string; readonly version: number };
  readonly to: { readonly definitionId: string; readonly version: number };
  /** of a dry run; null when the migration was done */
  readonly report: MigrationReport | null;
}

/** Effects of a migration. Lists end after 1,000 items each; `isCut`: one of them was longer. */
export interface MigrationReport {
  /** where the elements of the version of the instance are in the other one; null: nowhere */
  readonly elements: readonly { readonly from: string; readonly to: string | null; readonly isGiven: boolean }[];
  readonly entries: readonly {
    readonly entry: number;
    readonly from: string;
    readonly to: string | null;
    /** an open task whose description differs in the other version */
    readonly isDescribedAnew: boolean;
  }[];
  readonly waits: readonly {
    readonly entry: number | null;
    /** null: it waits in one of the two versions only */
    readonly from: string | null;
    readonly to: string | null;
    readonly kind: 'message' | 'signal' | 'timer' | 'conditional';
    readonly becomes: 'kept' | 'renewed' | 'armed' | 'disarmed';
    readonly name: string | null;
    readonly key: string | null;
    /** ms since epoch */
    readonly dueAt: number | null;
  }[];
  readonly joins: readonly {
    readonly entry: number;
    readonly element: string;
    /** flows of the other version that have not brought a token */
    readonly missing: readonly string[];
    readonly goesOn: boolean;
  }[];
  readonly faults: readonly MigrationFault[];
  readonly isCut: boolean;
}
