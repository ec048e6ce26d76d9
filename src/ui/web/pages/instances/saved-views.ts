/** Filters and order of a list. `search`: query of its address. */
export interface SavedView {
  readonly name: string;
  readonly search: string;
  /** list of a process, of a version or of incidents; absent: all instances */
  readonly path?: string;
}

export const MOST_VIEWS = 50;
export const MOST_NAME_LENGTH = 80;

/** Storage key. `userName` null: sign-in is off. */
function placeOf(userName: string | null): string {
  return userName === null ? 'instance-views' : `instance-views:${userName}`;
}

/** Ignores unreadable content. */
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

/** Puts the view first. Replaces one with the same name in the same list. Drops the oldest beyond the limit. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const isReplaced = ({ name, path }: SavedView) => name === view.name && listOf(path) === listOf(view.path);
  return [view, ...views.filter((other) => !isReplaced(other))].slice(0, MOST_VIEWS);
}

/** Path without version, because all versions of a process share views. */
export function listOf(path: string | undefined): string | undefined {
  return path?.split('/').slice(0, 3).join('/');
}

/** False: the browser has no space or no storage. */
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

/** Returns the query without page number, sorted. */
export function searchOf(parameters: URLSearchParams): string {
  const view = new URLSearchParams(parameters);
  view.delete('page');
  view.sort();
  return view.toString();
}
