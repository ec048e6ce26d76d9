import { z } from 'zod';

const paging = {
  page: z.string().optional().meta({ description: 'Page number from 1. Lower values count as 1. Default: 1.' }),
  pageSize: z
    .string()
    .optional()
    .meta({ description: 'Items per page, 1 to 100. Other values count as the nearest limit. Default: 20.' }),
};

/** The texts are parts of descriptions (docs/contributing/spec/http/lists.md#names). */
export function listQuery(filterNames: string, sortNames: string, defaultOrder: string) {
  return z.object({
    ...paging,
    sorts: z
      .string()
      .optional()
      .meta({
        description: `Sort fields, separated by commas. A leading \`-\` means descending. Fields: ${sortNames}. Default: \`${defaultOrder}\`.`,
      }),
    filters: z
      .string()
      .optional()
      .meta({
        description:
          `Conditions \`<fields><operator><values>\`, separated by commas (AND). Separate several fields or values in one condition with \`|\` (OR). ` +
          `Fields: ${filterNames}.`,
      }),
  });
}

/** List without filters and sorts. */
export const pagesQuery = z.object(paging);
/** Query parameter of lists of instances. */
export const businessIdFilter = z.string().optional().meta({ description: 'Only rows with exactly this business id.' });

/** Parameters by name in the pattern. */
export const PATH_PARAMETERS: Readonly<Record<string, z.ZodType>> = {
  key: z.string().min(1).meta({ description: 'Process key, or id of a decision. Case-sensitive. Send a slash as `%2F`.' }),
  version: z.string().regex(/^\d+$/).meta({ description: 'Version number, at most 2147483647.' }),
  instanceId: z.string().meta({ format: 'uuid', description: 'Id of a workflow instance.' }),
  activityInstanceId: z.string().meta({ format: 'uuid', description: 'Id of the user task or custom task.' }),
  incidentId: z.string().meta({ format: 'uuid', description: 'Id of an open incident.' }),
  deadLetterId: z.string().meta({ format: 'uuid', description: 'Id of the dead letter. It equals the id of its command.' }),
  batchId: z.string().meta({ format: 'uuid', description: 'Id of a batch.' }),
  webhook: z.string().min(1).meta({ description: 'Name of a webhook. Not case-sensitive.' }),
  taskType: z.string().min(1).meta({ description: 'Task type. Not case-sensitive.' }),
};

/** See docs/contributing/spec/http.md#idempotency-key. */
export const writeHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        '1 to 255 visible ASCII characters. Sluice runs the first request with a key. For 24 hours, the same request with the same key returns the stored reply. ' +
        'A different request with the same key returns 422.',
    }),
});

/** Reads of query tables (docs/contributing/spec/http.md#service-min-position). */
export const readHeaders = z.object({
  'Service-Min-Position': z.string().optional().meta({
    description:
      'Values of `Service-Position`, at most 20, separated by commas. The read waits up to 2 seconds until its data includes these writes, then returns 503.',
  }),
});
