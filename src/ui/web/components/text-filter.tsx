import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { useDebouncedText } from './use-debounced-text.ts';

/** A text that narrows a list, once somebody has stopped typing. `offered`: values to choose from, with what people call them. */
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
            // as an attribute: a text would be found by whoever looks for it on the page
            <option key={value} value={value} {...(called !== value && { label: called })} />
          ))}
        </datalist>
      )}
    </>
  );
}
