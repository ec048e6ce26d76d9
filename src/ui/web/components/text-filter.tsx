import { TextInput } from '@mantine/core';
import { useDebouncedText } from './use-debounced-text.ts';

/** Applies after a pause in typing. */
export function TextFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, onChange } = props;
  const [text, setText] = useDebouncedText(value, onChange);
  return <TextInput label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}
