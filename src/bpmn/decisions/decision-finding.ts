import type { Place } from '../../engine/model.ts';

/** What is wrong with a file of decisions, by the name of the rule it breaks (docs/contributing/spec/validation.md#decision-rules). */
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

/** What is said about a file of decisions that can be deployed, likewise. */
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

/** A cell, rule or column of a decision table. Counted from 1. */
export interface TablePlace {
  readonly row?: number;
  readonly input?: number;
  readonly output?: number;
}

/** Something in files of decisions that does less than its author may think. */
export interface DecisionWarning extends TablePlace {
  readonly rule: DecisionWarningRule;
  /** `<tag> '<id>'`; absent: it is about the file */
  readonly subject?: string;
  readonly text: string;
  readonly place?: Place;
}

/** As deploys say it. */
export function warningText({ subject, text }: DecisionWarning): string {
  return subject === undefined ? text : `${subject}: ${text}`;
}
