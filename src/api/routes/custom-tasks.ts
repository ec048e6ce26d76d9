import { jsonAnswer, problemAnswer } from '../../platform/answer.ts';
import { findCustomTask, listCustomTasks } from '../../queries/custom-tasks.ts';
import type { ReadDatabase } from '../../queries/read-database.ts';
import { repeated } from '../../requests/parsed-text.ts';
import type { Endpoint } from '../endpoint.ts';

/** /custom-tasks: the catalog (docs/contributing/spec/http/custom-tasks.md#catalog-reads). */
export function customTaskRoutes(db: ReadDatabase): readonly Endpoint[] {
  return [
    { method: 'GET', pattern: '/custom-tasks', handle: async () => jsonAnswer(await listCustomTasks(db)) },
    {
      method: 'GET',
      pattern: '/custom-tasks/{taskType}',
      async handle({ path, params: [taskType = ''] }) {
        const entry = await findCustomTask(db, taskType);
        if (entry !== undefined) return jsonAnswer(entry);
        return problemAnswer('unknown-task-type', `No plugin registers the task type '${repeated(taskType)}'.`, path);
      },
    },
  ];
}
