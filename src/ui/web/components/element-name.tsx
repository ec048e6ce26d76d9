import { createContext, useContext } from 'react';
import type { ElementTexts } from './element-texts.ts';
import { orDash } from './format.ts';

/** The id is the tooltip. `—`: the process itself, or unknown. `name` null: none. */
export function ElementName(props: { readonly name: string | null; readonly id: string | null; readonly className?: string }) {
  const { name, id, className = 'place-cell' } = props;
  if (id === null) return orDash(null);
  const text = name ?? id;
  return (
    <span className={className} title={text === id ? id : `${text} (${id})`}>
      {text}
    </span>
  );
}

const NO_TEXTS: ElementTexts = new Map();

/** Texts of the model of a page. */
export const ElementTextsOfPage = createContext<ElementTexts>(NO_TEXTS);

/** The id if the element has no name. */
export function useNameOf(): (id: string) => string {
  const texts = useContext(ElementTextsOfPage);
  return (id) => texts.get(id) ?? id;
}
