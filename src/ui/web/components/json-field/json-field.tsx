import { Textarea, type TextareaProps } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { jsonParts } from './json-parts.ts';
import './json-field.css';

/** Longer texts have no colours, because each change colours the whole text. */
const MOST_COLOURED = 20_000;

/** The coloured text covers the field, whose own text is transparent. Underlines the first fault if the text begins like JSON. */
export function JsonField(props: Omit<TextareaProps, 'value'> & { readonly value: string }) {
  const { value } = props;
  const drawn = useRef<HTMLPreElement>(null);
  const isColoured = value.length <= MOST_COLOURED;
  return (
    <Textarea
      {...props}
      spellCheck={false}
      classNames={{ input: isColoured ? 'json-input is-coloured' : 'json-input' }}
      onScroll={({ currentTarget: { scrollTop } }) => drawn.current?.scrollTo(0, scrollTop)}
      inputContainer={(input) => (
        <div className="json-field">
          {input}
          {isColoured && (
            <pre ref={drawn} className="json-drawn" aria-hidden="true">
              {coloured(value)}
              {/* an empty last line needs content to have a height */}
              {'\u200b'}
            </pre>
          )}
        </div>
      )}
    />
  );
}

function coloured(text: string): readonly ReactNode[] {
  const { parts, fault } = jsonParts(text);
  if (fault !== undefined && !/^\s*[[{"]/.test(text)) return [text];
  const drawn: ReactNode[] = [];
  let at = 0;
  for (const { kind, from, to } of parts) {
    drawn.push(
      text.slice(at, from),
      <span key={from} className={`json-${kind}`}>
        {text.slice(from, to)}
      </span>,
    );
    at = to;
  }
  if (fault === undefined) return [...drawn, text.slice(at)];
  const end = Math.max(fault + 1, text.indexOf('\n', fault) === -1 ? text.length : text.indexOf('\n', fault));
  const faulty = (
    <span key="fault" className="json-fault">
      {text.slice(fault, end) || ' '}
    </span>
  );
  return [...drawn, text.slice(at, fault), faulty, text.slice(end)];
}
