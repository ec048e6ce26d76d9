import type { Place } from '../../engine/model.ts';

/** A violation rejects the file (docs/contributing/spec/validation.md#decision-rules). */
export type DecisionErrorRule =
  | 'dmn-readable'
  | 'dmn-size'
  | 'dmn-id'
  | 'dmn-text'
  | 'dmn-expression'
  | 'dmn-invocation'
  | 'dmn-function'
  | 'dmn-table'
  | 'dmn-rule-length'
  | 'dmn-requirement';

/** Rules for warnings about accepted files. */
export type DecisionWarningRule =
  | 'dmn-not-executed'
  | 'dmn-required-function'
  | 'dmn-unknown-name'
  | 'dmn-text-fails'
  | 'dmn-cell-type'
  | 'dmn-output-type'
  | 'dmn-unreachable-rule'
  | 'dmn-rules-overlap'
  | 'dmn-table-gap'
  | 'dmn-more';

/** Cell, rule or column of a table, from 1. */
export interface TablePlace {
  readonly row?: number;
  readonly input?: number;
  readonly output?: number;
}

/** Part that is ignored, or may behave unexpectedly. */
export interface DecisionWarning extends TablePlace {
  readonly rule: DecisionWarningRule;
  /** `<tag> '<id>'`; absent for the file. */
  readonly subject?: string;
  readonly text: string;
  readonly place?: Place;
}

/** Text for the response to a deployment. */
export function warningText({ subject, text }: DecisionWarning): string {
  return subject === undefined ? text : `${subject}: ${text}`;
}
