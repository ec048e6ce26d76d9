import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useDebouncedText } from './use-debounced-text.ts';

/** A filter field that applies after a pause in typing. `offered`: values to choose from, with their names. */
export function TextFilter(props: {
  readonly label: string;
  readonly value: string;
  readonly offered?: ReadonlyMap<string, string>;
  readonly onChange: (value: string) => void;
}) {
  const { label, value, offered, onChange } = props;
  const [text, setText] = useDebouncedText(value, onChange);
  const listId = useId();
  return (
    <>
      <TextInput
        label={label}
        value={text}
        {...(offered !== undefined && { list: listId })}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {offered !== undefined && (
        <datalist id={listId}>
          {[...offered].map(([value, called]) => (
            // as an attribute, because a text search in the page would find a text
            <option key={value} value={value} {...(called !== value && { label: called })} />
          ))}
        </datalist>
      )}
    </>
  );
}
