import { useState } from 'react';
import { dropTaskDraft, keepTaskDraft, readTaskDraft, type TaskDraft } from './task-drafts.ts';

const NOTHING: Omit<TaskDraft, 'changedAt'> = { texts: {}, further: '' };

/** Stores every change in this browser. `restoredAt`: time of the restored input. */
export function useTaskDraft(userId: string, taskId: string) {
  const [before] = useState(() => readTaskDraft(userId, taskId));
  const [{ texts, further }, setEntered] = useState<Omit<TaskDraft, 'changedAt'>>(before ?? NOTHING);
  const [restoredAt, setRestoredAt] = useState(before?.changedAt ?? null);
  const keep = (entered: Omit<TaskDraft, 'changedAt'>) => {
    setEntered(entered);
    keepTaskDraft(userId, taskId, { ...entered, changedAt: Date.now() });
  };
  return {
    texts,
    further,
    restoredAt,
    // entries, so that `__proto__` is a field like others
    enter: (id: string, text: string) => keep({ texts: Object.fromEntries([...Object.entries(texts), [id, text]]), further }),
    enterFurther: (text: string) => keep({ texts, further: text }),
    discard: () => {
      dropTaskDraft(userId, taskId);
      setEntered(NOTHING);
      setRestoredAt(null);
    },
  };
}
