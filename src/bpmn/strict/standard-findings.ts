import type { DocumentDraft } from '../draft.ts';
import type { Finding } from '../finding.ts';
import type { PlacedWarning } from '../warning.ts';
import { REQUIRED_REFERENCES } from './required-references.ts';
import type { StandardRule } from './rule-iterators.ts';
import { STANDARD_RULES } from './standard-rules.ts';

/** Strictness of the validation (docs/contributing/spec/validation.md#validation-levels). */
export type ValidationLevel = 'off' | 'executable' | 'strict';

/** References that a setting can make mandatory. */
export type RequiredReference = keyof typeof REQUIRED_REFERENCES;

/** Validation settings. `requires`: additional mandatory references, in any order. */
export interface Validation {
  readonly level: ValidationLevel;
  readonly requires?: readonly RequiredReference[];
}

export const VALIDATION_LEVELS: readonly ValidationLevel[] = ['off', 'executable', 'strict'];
export const REQUIRED_REFERENCE_NAMES = Object.keys(REQUIRED_REFERENCES) as readonly RequiredReference[];

export function isValidationLevel(text: string): text is ValidationLevel {
  return VALIDATION_LEVELS.includes(text as ValidationLevel);
}

export function isRequiredReference(text: string): text is RequiredReference {
  return REQUIRED_REFERENCE_NAMES.includes(text as RequiredReference);
}

/** Warnings that do not report ignored content: allowed at level strict. */
const ADVICE: ReadonlySet<PlacedWarning['event']> = new Set(['more-than-one-process', 'paths-read-each-other']);

/** Adds the findings of the standard rules and required references to the findings of the parser, each with its rule. Unordered. */
export function findingsOf(
  document: DocumentDraft,
  validation: Validation,
  refused: readonly Finding[],
  warnings: readonly PlacedWarning[],
): readonly Finding[] {
  const { level, requires = [] } = validation;
  const rules = [
    ...(level === 'strict' ? STANDARD_RULES : STANDARD_RULES.filter(({ isAlwaysEnforced }) => isAlwaysEnforced)),
    ...REQUIRED_REFERENCE_NAMES.filter((name) => requires.includes(name)).flatMap((name) => REQUIRED_REFERENCES[name]),
  ];
  const ofRules = rules.flatMap((rule) => [...rule.check(document)].map((finding) => ofRule(finding, rule)));
  // parser and standard rules report some errors with the same text: keep the one with the rule
  const named = new Set(ofRules.map(keyOf));
  const others = refused.filter((finding) => !named.has(keyOf(finding)));
  const ignored = level === 'strict' ? ignoredIn(warnings, new Set(ofRules.map(placeOf))) : [];
  return [...others, ...ofRules, ...ignored];
}

function ofRule(finding: Finding, { name, clause }: StandardRule): Finding {
  return { ...finding, rule: { name, clause } };
}

/** Findings for ignored content, except at places with a finding of a rule. */
function ignoredIn(warnings: readonly PlacedWarning[], reported: ReadonlySet<string>): readonly Finding[] {
  const ignored = warnings.filter((warning) => !ADVICE.has(warning.event) && !reported.has(placeOf(warning)));
  return ignored.map(({ text, place }) => ({ text, place, rule: { name: 'ignored' } }));
}

function keyOf(finding: Finding): string {
  return `${placeOf(finding)} ${finding.subject ?? ''} ${finding.text}`;
}

function placeOf({ place }: Pick<Finding, 'place'>): string {
  return `${place?.line ?? 0}:${place?.column ?? 0}`;
}
