import type { FormField } from '../../../../engine/model/model-texts.ts';
import { faultOf } from './field-fault.ts';
import { FormInput } from './form-field.tsx';
import type { FormState } from './use-form.ts';

/** Fields in the order of the form. `isFocused`: the first gets the focus when the dialog opens. */
export function FormFields(props: {
  readonly fields: readonly FormField[];
  readonly form: FormState;
  readonly isFocused: boolean;
  /** shows faults of fields that the user has not entered too */
  readonly showsFaults?: boolean;
}) {
  const { fields, form, isFocused, showsFaults = false } = props;
  return fields.map((field, index) => (
    <FormInput
      key={field.id}
      field={field}
      isFocused={isFocused && index === 0}
      text={form.textOf(field)}
      fault={showsFaults ? faultOf(field, form.textOf(field)) : undefined}
      onText={(text) => form.enter(field, text)}
    />
  ));
}
