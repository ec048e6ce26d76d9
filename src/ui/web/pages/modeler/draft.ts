/** Where the drawing is kept while the tab is open, so that loading the page again loses nothing. */
const STORAGE_KEY = 'modeler-draft';

/** A drawing in the making. `from`: the deployed version it began with, as `key version`; null: a new one, or a file. */
export interface Draft {
  readonly from: string | null;
  readonly xml: string;
}

/** The drawing of this tab, when it began with this version; null when there is none. */
export function readDraft(from: string | null): string | null {
  try {
    const draft = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Draft> | null;
    return draft !== null && draft.from === from && typeof draft.xml === 'string' ? draft.xml : null;
  } catch {
    return null;
  }
}

/** Keeps the drawing. A browser without room for it keeps nothing. */
export function keepDraft(draft: Draft): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {
    // the drawing lives on in the page
  }
}

/** Forgets the drawing: it has been deployed. */
export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // a browser without storage has kept nothing
  }
}
