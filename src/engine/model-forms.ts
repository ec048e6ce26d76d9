/** What a person is asked for in a form. `type`: how the value is entered; `values`: what an `enum` offers, by what is stored and what is shown. */
export interface FormField {
  readonly id: string;
  readonly label?: string;
  readonly type: 'text' | 'number' | 'boolean' | 'date' | 'enum';
  readonly defaultValue?: string | number | boolean;
  readonly isRequired?: true;
  readonly isReadOnly?: true;
  readonly values?: readonly { readonly id: string; readonly label: string }[];
}

/**
 * The form of a user task as the model describes it: where it is (`key`, `id`, of one `version` or found by `binding`), or what is in it (`fields`).
 * Nothing in it decides how the task goes on (docs/spec/elements.md#forms).
 */
export interface FormModel {
  readonly key?: string;
  readonly id?: string;
  readonly binding?: string;
  readonly version?: string;
  readonly fields?: readonly FormField[];
}
