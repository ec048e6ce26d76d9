import { draftPrefix } from '../../api/draft-owner.ts';

const prefix = () => draftPrefix('decision-draft');
/** Used if the browser has no storage. Lost when the tab is reloaded or closed. */
const unkept = new Map<string, string>();

export function draftOfVersion(key: string, version: number): string {
  return `${key} v${version}`;
}

export function readDraft(id: string): string | undefined {
  try {
    return unkept.get(id) ?? localStorage.getItem(prefix() + id) ?? undefined;
  } catch {
    return undefined; // a browser without storage
  }
}

/** False: the browser cannot store the draft; it is kept until the tab is reloaded or closed. */
export function keepDraft(id: string, xml: string): boolean {
  try {
    localStorage.setItem(prefix() + id, xml);
    unkept.delete(id);
    return true;
  } catch {
    unkept.set(id, xml);
    return false;
  }
}

export function forgetDraft(id: string): void {
  unkept.delete(id);
  try {
    localStorage.removeItem(prefix() + id);
  } catch {
    // without storage, nothing is stored
  }
}

/** Returns sorted ids. */
export function listDrafts(): readonly string[] {
  const ids = new Set(unkept.keys());
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(prefix())) ids.add(name.slice(prefix().length));
  } catch {
    // a browser without storage
  }
  return [...ids].sort();
}

/** The wanted id, or the same with a number. */
export function freeDraftId(wanted: string): string {
  const taken = new Set(listDrafts());
  let id = wanted;
  for (let next = 2; taken.has(id); next += 1) id = `${wanted} (${next})`;
  return id;
}
