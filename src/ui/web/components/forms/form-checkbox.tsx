import '@mantine/core/styles/Checkbox.css';
import { Checkbox, type CheckboxProps } from '@mantine/core';

/** Loaded when a form has one. */
export function FormCheckbox(props: CheckboxProps) {
  return <Checkbox {...props} />;
}
