import type { FailureCause } from '../causes.ts';
import type { Json, Variables } from '../values.ts';

/** Reads the scope of the activity instance, then its ancestors (docs/contributing/spec/variables.md#reading-variables). */
export interface VariableReader {
  /** undefined if no scope has the name */
  get(name: string): Json | undefined;
  /** inner scopes override; computed on each call */
  all(): Variables;
  /** the innermost scope has the name (`execution.getVariableLocal`); absent: every name is local */
  isLocal?(name: string): boolean;
}

/** Values for `execution`, `DateTime.UtcNow` and `Guid.NewGuid()` (docs/contributing/spec/expressions.md#built-in-members). */
export interface ExecutionInfo {
  readonly instanceId: string;
  readonly businessId: string | null;
  readonly activityId: string;
  /** time of the command, ms since epoch */
  readonly now: number;
  /** next of the command: the same command gets the same GUIDs */
  newGuid(): string;
}

/**
 * `writes`: assignments, for the scope of the activity instance. `sets`: `execution.setVariable`, for the scope that has the name. Both keep the order
 * and the last value of each name (docs/contributing/spec/variables.md#writing-variables). `localNames`: names in `writes` from
 * `execution.setVariableLocal`.
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
   * `code`: `500`, or thrown by a script, with `writes` and `sets` before it. `reason`: without attribute and text. `unknownName`: set if this name is
   * unknown (docs/contributing/spec/expressions.md#thrown-errors).
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
