import { useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../texts/texts.ts';

/** Error as a cell of a list: three lines, and a button for the rest. */
export function ErrorText({ text }: { readonly text: string }) {
  const shown = useRef<HTMLSpanElement>(null);
  const [isCut, setCut] = useState(false);
  const [isWhole, setWhole] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = shown.current ?? {};
    if (!isWhole) setCut(scrollHeight > clientHeight + 1);
  }, [text, isWhole]);
  return (
    <>
      <span ref={shown} className={isWhole ? 'error-text is-whole' : 'error-text'} title={text}>
        {text}
      </span>
      {isCut && (
        <button type="button" className="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? texts.shared.showLess : texts.shared.showAll}
        </button>
      )}
    </>
  );
}
