import { TextInput, type TextInputProps } from '@mantine/core';
import { businessIdFault, MAX_BUSINESS_ID_LENGTH } from '../../../requests/request-texts.ts';
import { pageTexts } from '../texts/dialogs.ts';

/** Business id with its length and the first violated rule (docs/contributing/spec/http.md#business-id-rules). `hint`: sentence before the length. */
export function BusinessIdField(
  props: Omit<TextInputProps, 'value' | 'onChange'> & {
    readonly hint?: string;
    readonly value: string;
    readonly onChange: (text: string) => void;
  },
) {
  const { hint, value, onChange, ...field } = props;
  const fault = value === '' ? undefined : businessIdFault(value);
  const length = `${value.length}/${MAX_BUSINESS_ID_LENGTH}`;
  return (
    <TextInput
      {...field}
      label={pageTexts.start.businessId}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={fault === undefined ? undefined : pageTexts.start.businessIdRule(fault)}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={hint === undefined ? length : `${hint} ${length}`}
    />
  );
}
