/** A page opened in this tab. */
interface Visit {
  readonly to: string;
  readonly label: string;
}

const PLACE = 'recent';
const MOST = 6;
/** Pages of an instance, a process, a decision. */
const OF_ONE = /^\/(?:process-instance|process-instances|processes|decisions)\/./;

/** Pages opened in this tab, newest first. */
export function recentVisits(): readonly Visit[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter((visit): visit is Visit => typeof visit?.to === 'string' && typeof visit?.label === 'string');
  } catch {
    return [];
  }
}

/** Stores pages of one instance, process or decision for the search; ignores others. `label`: title. */
export function noteVisit(to: string, label: string): void {
  if (!OF_ONE.test(to)) return;
  const visits = [{ to, label }, ...recentVisits().filter((visit) => visit.to !== to)].slice(0, MOST);
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(visits));
  } catch {
    // no storage: no recent items
  }
}

/** Another user may sign in next. */
export function forgetVisits(): void {
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // no storage
  }
}
