import type { FailureCause } from '../causes.ts';
import type { Json, Variables } from '../values.ts';

/** Variables as an expression reads them: the scope of the activity instance, then its ancestors (docs/contributing/spec/variables.md#reading-variables). */
export interface VariableReader {
  /** the value; undefined if no scope in the chain has the name */
  get(name: string): Json | undefined;
  /** all readable variables, inner scopes override; computed on each call */
  all(): Variables;
  /** true if the innermost scope has the name (`execution.getVariableLocal`); absent: every name counts as local */
  isLocal?(name: string): boolean;
}

/** Values of `execution`, `DateTime.UtcNow` and `Guid.NewGuid()` (docs/contributing/spec/expressions.md#built-in-members). */
export interface ExecutionInfo {
  readonly instanceId: string;
  readonly businessId: string | null;
  readonly activityId: string;
  /** time of the command, ms since epoch */
  readonly now: number;
  /** next GUID in the sequence of the command: the same command gets the same GUIDs */
  newGuid(): string;
}

/**
 * Result of evaluating a text. `writes`: assignments, for the scope of the activity instance. `sets`: `execution.setVariable`,
 * for the scope that has the name. Both keep assignment order and have each name once, with its last value
 * (docs/contributing/spec/variables.md#writing-variables). `localNames`: names in `writes` from `execution.setVariableLocal`.
 */
export type Evaluation =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly writes?: Variables;
      readonly sets?: Variables;
      readonly localNames?: readonly string[];
    }
  /**
   * `code` is `500`, or the code that a script threw; then `writes` and `sets` are those before it. `reason` is without the attribute
   * and text of the expression. `unknownName`: set if this name is unknown (docs/contributing/spec/expressions.md#thrown-errors).
   */
  | {
      readonly ok: false;
      readonly code: string;
      readonly reason: string;
      readonly unknownName?: string;
      readonly limitMs?: number;
      readonly cause?: FailureCause;
      readonly writes?: Variables;
      readonly sets?: Variables;
      readonly localNames?: readonly string[];
    };
