import {
  isRequiredReference,
  isValidationLevel,
  REQUIRED_REFERENCE_NAMES,
  VALIDATION_LEVELS,
  type Validation,
} from '../../bpmn/strict/standard-findings.ts';
import { type Answer, errorAnswer } from '../../platform/answer.ts';

/** Validation options of a request, or the error answer. `validation` is absent when the defaults apply. */
export type ValidationOutcome =
  | { readonly ok: true; readonly validation?: Validation }
  | { readonly ok: false; readonly answer: Answer };

/** Reads the members `Validation` and `RequiredReferences` (docs/contributing/spec/validation.md#validation-levels). */
export function readValidation(written: string | undefined, required: readonly string[]): ValidationOutcome {
  const level = written ?? 'executable';
  if (!isValidationLevel(level)) {
    return { ok: false, answer: errorAnswer('invalid-field', `Validation must be one of ${VALIDATION_LEVELS.join(', ')}.`) };
  }
  if (!required.every(isRequiredReference)) {
    return {
      ok: false,
      answer: errorAnswer('invalid-field', `RequiredReferences must be some of ${REQUIRED_REFERENCE_NAMES.join(', ')}.`),
    };
  }
  if (level === 'executable' && required.length === 0) return { ok: true };
  const requires = REQUIRED_REFERENCE_NAMES.filter((name) => required.includes(name));
  return { ok: true, validation: { level, ...(requires.length > 0 && { requires }) } };
}
