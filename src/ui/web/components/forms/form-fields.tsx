import type { FormField } from '../../../../engine/model/model-texts.ts';
import { FormInput } from './form-field.tsx';
import type { FormState } from './use-form.ts';

/** Fields in the order of the form. `isFocused`: the first gets the focus when the dialog opens. */
export function FormFields(props: {
  readonly fields: readonly FormField[];
  readonly form: FormState;
  readonly isFocused: boolean;
}) {
  const { fields, form, isFocused } = props;
  return fields.map((field, index) => (
    <FormInput
      key={field.id}
      field={field}
      isFocused={isFocused && index === 0}
      text={form.textOf(field)}
      onText={(text) => form.enter(field, text)}
    />
  ));
}
