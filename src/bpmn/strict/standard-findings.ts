import type { DocumentDraft } from '../draft.ts';
import type { Finding } from '../finding.ts';
import type { PlacedWarning } from '../warning.ts';
import { REQUIRED_REFERENCES, STANDARD_RULES } from './registry.ts';
import type { StandardRule } from './rule.ts';

/** How much a file must keep (docs/contributing/spec/validation.md#validation-levels). */
export type ValidationLevel = 'off' | 'executable' | 'strict';

/** References that a switch makes obligatory. */
export type RequiredReference = keyof typeof REQUIRED_REFERENCES;

/** What a file is held against. `requires`: in any order; absent: nothing more than the level. */
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

/** Warnings that say nothing about what would be ignored: a strict file may have them. */
const ADVICE: ReadonlySet<PlacedWarning['event']> = new Set(['more-than-one-process', 'paths-read-each-other']);

/**
 * Findings about a file in place of those that the engine alone makes: each with its rule of the standard, if there is one, and what the
 * level and the required references add. Unordered.
 */
export function findingsOf(
  document: DocumentDraft,
  validation: Validation,
  refused: readonly Finding[],
  warnings: readonly PlacedWarning[],
): readonly Finding[] {
  const { level, requires = [] } = validation;
  const asked = [
    ...(level === 'strict' ? STANDARD_RULES : STANDARD_RULES.filter(({ isAlwaysKept }) => isAlwaysKept)),
    ...REQUIRED_REFERENCE_NAMES.filter((name) => requires.includes(name)).flatMap((name) => REQUIRED_REFERENCES[name]),
  ];
  const ofRules = asked.flatMap((rule) => [...rule.check(document)].map((finding) => ofRule(finding, rule)));
  // what the engine needs is found twice, in the same words: once with its rule
  const named = new Set(ofRules.map(keyOf));
  const others = refused.filter((finding) => !named.has(keyOf(finding)));
  const ignored = level === 'strict' ? ignoredIn(warnings, new Set(ofRules.map(placeOf))) : [];
  return [...others, ...ofRules, ...ignored];
}

function ofRule(finding: Finding, { name, clause }: StandardRule): Finding {
  return { ...finding, rule: { name, clause } };
}

/** What would be ignored, except where a rule has spoken already. */
function ignoredIn(warnings: readonly PlacedWarning[], spoken: ReadonlySet<string>): readonly Finding[] {
  const ignored = warnings.filter((warning) => !ADVICE.has(warning.event) && !spoken.has(placeOf(warning)));
  return ignored.map(({ text, place }) => ({ text, place, rule: { name: 'ignored' } }));
}

function keyOf(finding: Finding): string {
  return `${placeOf(finding)} ${finding.subject ?? ''} ${finding.text}`;
}

function placeOf({ place }: Pick<Finding, 'place'>): string {
  return `${place?.line ?? 0}:${place?.column ?? 0}`;
}
