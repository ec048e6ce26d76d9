import type { DocumentRule } from '../validate/rule.ts';

/** A constraint of the BPMN standard. One file each, named like the rule. */
export interface StandardRule {
  /** kebab-case, as findings show it */
  readonly name: string;
  /** number of the clause in BPMN 2.0.2 (formal/2013-12-09) */
  readonly clause: string;
  /** Pure; linear in the file. */
  readonly check: DocumentRule;
  /** the engine needs it too: it is refused whatever the level */
  readonly isAlwaysKept?: true;
}
