import type { TaskFieldView } from '../../../wire/user-tasks.ts';
import { FormField } from './form-field.tsx';
import type { FormState } from './use-form.ts';

/** The fields of a form, in its order. `isFocused`: the first one is where typing begins. */
export function FormFields(props: {
  readonly fields: readonly TaskFieldView[];
  readonly form: FormState;
  readonly isFocused: boolean;
}) {
  const { fields, form, isFocused } = props;
  return fields.map((field, index) => (
    <FormField
      key={field.id}
      field={field}
      isFirst={isFocused && index === 0}
      text={form.textOf(field)}
      onText={(text) => form.enter(field, text)}
    />
  ));
}
