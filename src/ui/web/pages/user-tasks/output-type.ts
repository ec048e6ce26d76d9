import { pageTexts } from '../../texts/user-tasks.ts';
import { faultOf } from './panes/field-fault.ts';
import type { VariableUse } from './variable-uses.ts';

/**
 * The input for an expected output without a form field. `json`: any value. `text` offers the values that conditions compare
 * it with. A yes-or-no question starts without an answer, so that a user cannot decide by accident.
 */
export interface OutputField {
  readonly id: string;
  readonly type: 'boolean' | 'number' | 'text' | 'json' | 'structure';
  readonly values?: readonly string[];
  readonly isOptional?: boolean;
}

const words = pageTexts.faults;

/** Returns the field of an output. Takes its type from the conditions of the model, else from the current value of the variable. */
export function outputField(id: string, use: VariableUse | undefined, present: unknown): OutputField {
  if (use !== undefined) return { id, ...use };
  if (typeof present === 'boolean' || typeof present === 'number') return { id, type: typeof present as 'boolean' | 'number' };
  if (typeof present === 'string') return { id, type: 'text' };
  return { id, type: typeof present === 'object' && present !== null ? 'structure' : 'json' };
}

/** Returns the error text for an entered value; undefined if it is valid. */
export function faultOfOutput(field: OutputField, text: string): string | undefined {
  if (text.trim() === '') return field.isOptional === true ? undefined : words.needed;
  if (field.type === 'number') return faultOf({ id: field.id, type: 'number' }, text);
  if (field.type === 'structure' || (field.type === 'json' && /^\s*[[{"]/.test(text))) {
    try {
      JSON.parse(text);
    } catch {
      return words.noJson;
    }
  }
  return undefined;
}
