/** A page that was opened in this tab. */
interface Visit {
  readonly to: string;
  readonly label: string;
}

const PLACE = 'recent';
const MOST = 6;
/** Pages of one thing: an instance, a process, a decision. */
const OF_ONE = /^\/(?:process-instance|process-instances|processes|decisions)\/./;

/** Pages that were opened in this tab, newest first. */
export function recentVisits(): readonly Visit[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((visit): visit is Visit => typeof visit?.to === 'string' && typeof visit?.label === 'string');
  } catch {
    return [];
  }
}

/** Stores the page of one instance, process or decision for the search; ignores other pages. `label`: its title. */
export function noteVisit(to: string, label: string): void {
  if (!OF_ONE.test(to)) return;
  const visits = [{ to, label }, ...recentVisits().filter((visit) => visit.to !== to)].slice(0, MOST);
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(visits));
  } catch {
    // a browser without storage has no recent items
  }
}

/** Forgets the pages of this tab, because another user may sign in next. */
export function forgetVisits(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // there is nothing
  }
}
