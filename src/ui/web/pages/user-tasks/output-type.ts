import { pageTexts } from '../../texts/user-tasks.ts';
import { faultOf } from './panes/field-fault.ts';
import type { VariableUse } from './variable-uses.ts';

/**
 * Expected output without form field. `json`: any value. `text` suggests the values in conditions. A yes-or-no question starts without answer, to
 * prevent accidental decisions.
 */
export interface OutputField {
  readonly id: string;
  readonly type: 'boolean' | 'number' | 'text' | 'json' | 'structure';
  readonly values?: readonly string[];
  readonly isOptional?: boolean;
}

const words = pageTexts.faults;

/** Type from the conditions of the model, else from the current value. */
export function outputField(id: string, use: VariableUse | undefined, present: unknown): OutputField {
  if (use !== undefined) return { id, ...use };
  if (typeof present === 'boolean' || typeof present === 'number') return { id, type: typeof present as 'boolean' | 'number' };
  if (typeof present === 'string') return { id, type: 'text' };
  return { id, type: typeof present === 'object' && present !== null ? 'structure' : 'json' };
}

/** Error text; undefined: valid. */
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
