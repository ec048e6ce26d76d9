import type { Place } from '../../engine/model.ts';

/** Rules whose violation rejects a decision file (docs/contributing/spec/validation.md#decision-rules). */
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

/** Rules whose violation adds a warning to an accepted decision file. */
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

/** A part of a decision file that is ignored or may behave unexpectedly. */
export interface DecisionWarning extends TablePlace {
  readonly rule: DecisionWarningRule;
  /** `<tag> '<id>'`; absent if the warning is about the file. */
  readonly subject?: string;
  readonly text: string;
  readonly place?: Place;
}

/** Text in the response to a deployment. */
export function warningText({ subject, text }: DecisionWarning): string {
  return subject === undefined ? text : `${subject}: ${text}`;
}
