import type { DocumentRule } from '../validate/rule.ts';

/** A constraint of the BPMN standard. Each has a file with the name of the rule. */
export interface StandardRule {
  /** Name in findings, kebab-case. */
  readonly name: string;
  /** Clause number in BPMN 2.0.2 (formal/2013-12-09). */
  readonly clause: string;
  /** Pure; linear in the file. */
  readonly check: DocumentRule;
  /** True if the engine requires it too: violations are rejected at every level. */
  readonly isAlwaysEnforced?: true;
}
