/** Where the drawing is kept while the tab is open, so that loading the page again loses nothing. */
const STORAGE_KEY = 'modeler-draft';

/** The drawing of this tab; null when there is none. */
export function readDraft(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Keeps the drawing; null forgets it. A browser without room for it keeps nothing. */
export function keepDraft(xml: string | null): void {
  try {
    if (xml === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, xml);
  } catch {
    // the drawing lives on in the page
  }
}
