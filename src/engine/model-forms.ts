/** What a person is asked for in a form. `type`: how the value is entered; `values`: what an `enum` offers, by what is stored and what is shown. */
export interface FormField {
  readonly id: string;
  readonly label?: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
  readonly defaultValue?: string | number | boolean;
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly values?: readonly { readonly id: string; readonly label: string }[];
  /** how it is drawn where its type alone does not say it; absent: as its type is, and in journals of before 0.3 */
  readonly control?: 'textarea' | 'radio';
  /** what is said below it; absent: nothing, and in journals of before 0.3 */
  readonly hint?: string;
  /** what its author asks of a value; absent: nothing, and in journals of before 0.3 */
  readonly rules?: FieldRules;
}

/** Bounds of a value, each absent where there is none. They are for whoever shows the form: nothing is refused by them. */
export interface FieldRules {
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** a regular expression of ECMAScript */
  readonly pattern?: string;
}

/**
 * The form of a user task as the model describes it: where it is (`key`, `id`, of one `version` or found by `binding`), or what is in it (`fields`).
 * Nothing in it decides how the task goes on (docs/contributing/spec/elements.md#forms).
 */
export interface FormModel {
  readonly key?: string;
  readonly id?: string;
  readonly binding?: string;
  readonly version?: string;
  readonly fields?: readonly FormField[];
  /** parts of the form that ask for values and cannot be shown, by type and label; absent: none, and in journals of before 0.3 */
  readonly notShown?: readonly string[];
}
