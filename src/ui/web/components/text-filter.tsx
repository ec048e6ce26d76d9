import { TextInput } from '@mantine/core';
import { useDebouncedText } from './use-debounced-text.ts';

/** A text that narrows a list, once somebody has stopped typing. */
export function TextFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useDebouncedText(props.value, props.onChange);
  return <TextInput label={props.label} value={text} onChange={(event) => setText(event.currentTarget.value)} />;
}
