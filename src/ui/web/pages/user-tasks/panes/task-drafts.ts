const PREFIX = 'task-draft:';
/** Drafts; the oldest are removed first. */
const MOST = 50;

/** Input for an open task. */
export interface TaskDraft {
  /** texts by name of the field or expected output */
  readonly texts: Readonly<Record<string, string>>;
  /** field for further variables */
  readonly further: string;
  /** ms since 1970 */
  readonly changedAt: number;
}

/** Null: unknown or unreadable, or no storage. */
export function readTaskDraft(userId: string, taskId: string): TaskDraft | null {
  try {
    const draft = JSON.parse(localStorage.getItem(nameOf(userId, taskId)) ?? 'null') as Partial<TaskDraft> | null;
    if (typeof draft?.texts !== 'object' || draft.texts === null || typeof draft.further !== 'string') return null;
    const texts = Object.entries(draft.texts).filter(([, text]) => typeof text === 'string');
    return { texts: Object.fromEntries(texts), further: draft.further, changedAt: Number(draft.changedAt) || 0 };
  } catch {
    return null; // no storage: no drafts
  }
}

/** Deletes an empty draft. No effect without space or storage. */
export function keepTaskDraft(userId: string, taskId: string, draft: TaskDraft): void {
  try {
    if (Object.keys(draft.texts).length === 0 && draft.further === '') {
      dropTaskDraft(userId, taskId);
      return;
    }
    localStorage.setItem(nameOf(userId, taskId), JSON.stringify(draft));
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    if (names.length <= MOST) return;
    const byAge = names.map((name) => [changedAtOf(name), name] as const).sort(([one], [other]) => one - other);
    for (const [, name] of byAge.slice(0, names.length - MOST)) localStorage.removeItem(name);
  } catch {
    // no storage or space: the input stays on the page
  }
}

export function dropTaskDraft(userId: string, taskId: string): void {
  try {
    localStorage.removeItem(nameOf(userId, taskId));
  } catch {
    // no draft
  }
}

function nameOf(userId: string, taskId: string): string {
  return `${PREFIX}${taskId} ${userId}`;
}

function changedAtOf(name: string): number {
  try {
    return Number((JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<TaskDraft>).changedAt) || 0;
  } catch {
    return 0;
  }
}

/** Keeps input from before the user entered a name, or corrected it for one task. */
export function moveTaskDrafts(from: string, to: string, ofTask?: string): void {
  try {
    for (const name of Object.keys(localStorage).filter((key) => key.startsWith(PREFIX) && key.endsWith(` ${from}`))) {
      const [taskId = ''] = name.slice(PREFIX.length).split(' ');
      if (nameOf(from, taskId) !== name || from === to || taskId !== (ofTask ?? taskId)) continue;
      localStorage.setItem(nameOf(to, taskId), localStorage.getItem(name) ?? '');
      localStorage.removeItem(name);
    }
  } catch {
    // no draft
  }
}
