/** A form field. `type`: input type; `values`: choices of an `enum`. */
export interface FormField {
  readonly id: string;
  readonly label?: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
  readonly defaultValue?: string | number | boolean;
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly values?: readonly { readonly id: string; readonly label: string }[];
  /** input control, if `type` does not determine it; absent in event histories before 0.3 */
  readonly control?: 'textarea' | 'radio';
  /** help text below the field; absent in event histories before 0.3 */
  readonly hint?: string;
  /** absent: none, or an event history before 0.3 */
  readonly rules?: FieldRules;
}

/** Limits of a value for the client that shows the form. Sluice does not enforce them. */
export interface FieldRules {
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/**
 * The form of a user task in the model: a reference (`key`, or `id` with `version` or `binding`), or embedded `fields`. It does
 * not affect execution (docs/contributing/spec/elements.md#forms).
 */
export interface FormModel {
  readonly key?: string;
  readonly id?: string;
  readonly binding?: string;
  readonly version?: string;
  readonly fields?: readonly FormField[];
  /** form components with a value that cannot be shown, by type and label; absent: none, or an event history before 0.3 */
  readonly notShown?: readonly string[];
}
