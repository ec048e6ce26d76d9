import { z } from 'zod';
import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { findCustomTask, listCustomTasks } from '../../../queries/custom-tasks.ts';
import { repeated } from '../../../requests/request-texts.ts';
import type { Endpoint } from '../../endpoint.ts';
import type { ResponseBody } from '../../schemas/values.ts';

/** Offered by plugin hosts now, without types of external workers (docs/contributing/spec/http/custom-tasks.md#catalog-entry). */
const customTaskType = z
  .object({
    taskType: z.string(),
    displayName: z.string().nullable(),
    parameterSchema: z.unknown().meta({ description: 'Parameters that the plugin declares. Null if it declares none.' }),
    siloNames: z.array(z.string()).meta({ description: 'Plugin hosts that serve the type now, sorted by code point.' }),
  })
  .meta({ id: 'CustomTaskType' });

type TaskType = ResponseBody<typeof customTaskType>;

/** Types of all shards, sorted: plugin hosts announce themselves in each shard that they serve (docs/contributing/spec/shards.md#lists). */
function combinedTypes(lists: readonly (readonly TaskType[])[]): readonly TaskType[] {
  const found = new Map<string, TaskType>();
  for (const entry of lists.flat()) {
    const typeKey = entry.taskType.toLowerCase();
    const known = found.get(typeKey) ?? entry;
    found.set(typeKey, { ...known, siloNames: [...new Set([...known.siloNames, ...entry.siloNames])].sort() });
  }
  return [...found.values()].sort((a, b) => (a.taskType < b.taskType ? -1 : 1));
}

const customTaskTypes = z.array(customTaskType).meta({ id: 'CustomTaskTypes' });

/** All types, or one in any case (docs/contributing/spec/http/custom-tasks.md#catalog-reads). */
export const catalogReads: readonly Endpoint[] = [
  {
    method: 'GET',
    pattern: '/custom-tasks',
    permission: 'see-tasks',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'listCustomTasks',
    tag: 'Custom tasks',
    summary: 'List task types',
    description: 'Task types that plugin hosts serve now, sorted by type.',
    shards: { combine: combinedTypes },
    answer: customTaskTypes,
    handle: async (_, { db }) => jsonAnswer(await listCustomTasks(db)),
  },
  {
    method: 'GET',
    pattern: '/custom-tasks/{taskType}',
    permission: 'see-tasks',
    keepsKeys: true,
    rateLimit: 'Read',
    id: 'readCustomTask',
    tag: 'Custom tasks',
    summary: 'Read a task type',
    shards: { combine: (types: readonly TaskType[]) => combinedTypes([types])[0] as TaskType },
    answer: customTaskType,
    refusals: [{ status: 404, shape: 'P', text: "No plugin registers the task type '<taskType>'." }],
    async handle({ path, params: [taskType = ''] }, { db }) {
      const entry = await findCustomTask(db, taskType);
      if (entry !== undefined) return jsonAnswer(entry);
      return problemAnswer('unknown-task-type', `No plugin registers the task type '${repeated(taskType)}'.`, path);
    },
  },
];
