import '@mantine/core/styles/Radio.css';
import { Radio, Stack } from '@mantine/core';
import type { RadioProps } from './radio-labels.tsx';

/** Loaded when a form has one. */
export function FormRadios({ choices, isDisabled, ...group }: RadioProps) {
  return (
    <Radio.Group {...group}>
      <Stack gap={6} mt={4}>
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} disabled={isDisabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
