import { Input, type RadioGroupProps, Stack, Text } from '@mantine/core';

export interface RadioProps extends Omit<RadioGroupProps, 'children'> {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly isDisabled: boolean;
}

/** Takes the space of the radio buttons while their code is loading. */
export function RadioLabels({ label, description, error, required, choices }: RadioProps) {
  return (
    <Input.Wrapper label={label} description={description} error={error} required={required === true}>
      <Stack gap={6} mt={4}>
        {choices.map(({ value, label: shown }) => (
          <Text key={value} size="sm" lh="20px" pl={32}>
            {shown}
          </Text>
        ))}
      </Stack>
    </Input.Wrapper>
  );
}
