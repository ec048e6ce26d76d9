import { createContext, useContext } from 'react';
import type { ElementTexts } from './element-texts.ts';

const NO_TEXTS: ElementTexts = new Map();

/** Texts of the model of a page. */
export const ElementTextsOfPage = createContext<ElementTexts>(NO_TEXTS);

/** The id if the element has no name. */
export function useNameOf(): (id: string) => string {
  const texts = useContext(ElementTextsOfPage);
  return (id) => texts.get(id) ?? id;
}
