/** A list with its filters and its order, under a name. `search`: the query of its address. */
export interface SavedView {
  readonly name: string;
  readonly search: string;
  /** where the list of one process is, which may be that of a version; absent: the list of all instances */
  readonly path?: string;
}

export const MOST_VIEWS = 50;
export const MOST_NAME_LENGTH = 80;

/** Storage key of the saved views: one list per user of this browser, one for all while sign-in is off. */
function placeOf(userName: string | null): string {
  return userName === null ? 'instance-views' : `instance-views:${userName}`;
}

/** The saved views by name; unreadable content is ignored. */
export function readViews(storage: { getItem(key: string): string | null }, userName: string | null): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(placeOf(userName)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    const views = stored.filter((view): view is SavedView => typeof view?.name === 'string' && typeof view?.search === 'string');
    return views
      .slice(0, MOST_VIEWS)
      .map(({ name, search, path }) => ({ name, search, ...(typeof path === 'string' && { path }) }));
  } catch {
    return [];
  }
}

/** Adds a view, and replaces one with the same name in the same list. The oldest one is dropped if there are too many. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const isReplaced = ({ name, path }: SavedView) => name === view.name && listOf(path) === listOf(view.path);
  return [view, ...views.filter((other) => !isReplaced(other))].slice(0, MOST_VIEWS);
}

/** The list that an address is of: all versions of a process have one. */
export function listOf(path: string | undefined): string | undefined {
  return path?.split('/').slice(0, 3).join('/');
}

/** Stores the views. Returns false if the browser has no room or refuses. */
export function writeViews(
  storage: { setItem(key: string, text: string): void },
  userName: string | null,
  views: readonly SavedView[],
): boolean {
  try {
    storage.setItem(placeOf(userName), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}

/** The part of an address that is a view: filters and order, not the page. */
export function searchOf(parameters: URLSearchParams): string {
  const view = new URLSearchParams(parameters);
  view.delete('page');
  view.sort();
  return view.toString();
}
