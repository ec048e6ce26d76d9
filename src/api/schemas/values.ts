import { z } from 'zod';

/** GUID as sent: lower case (docs/contributing/spec/http.md#guid). */
export const guid = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .meta({ id: 'Guid', format: 'uuid', example: '0b9d5b9e-6d0c-4b1a-9a52-6f3f9c1c7a11' });

/** UTC with milliseconds and `+00:00` (docs/contributing/spec/http.md#timestamp). */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+00:00$/)
  .meta({ id: 'Timestamp', format: 'date-time', example: '2026-01-31T10:20:30.123+00:00' });

/** Accepts also null. For a schema with an id, `schema.nullable()` gives an OpenAPI schema that does not accept null. */
export function orNull<S extends z.ZodType>(schema: S) {
  return z.union([schema, z.null()]);
}

/** Any names and JSON values. */
export const variables = z.record(z.string(), z.unknown()).meta({ id: 'Variables', example: { amount: 12.5, approved: true } });

/** "Shape E" in the specification (docs/contributing/spec/http/errors.md#shape-e). */
export const errorBody = z
  .object({ error: z.string() })
  .meta({ id: 'Error', description: 'Shape E: one error text.', example: { error: 'WorkflowId is required' } });

/** RFC 9457 with a code: "shape P" in the specification (docs/contributing/spec/http/errors.md#shape-p). */
export const problem = z
  .object({ type: z.string(), title: z.string(), status: z.int(), detail: z.string(), instance: z.string(), code: z.string() })
  .meta({
    id: 'Problem',
    description: 'Shape P: problem details of RFC 9457 with exactly these six fields.',
    example: {
      type: 'https://tools.ietf.org/html/rfc9110#section-15.5.5',
      title: 'Not Found',
      status: 404,
      detail: "Workflow with id 'order' is not registered. Ensure the workflow is deployed before creating instances.",
      instance: '/Execution/start',
      code: 'unknown-process',
    },
  });

/** Reasons for a suspension (docs/contributing/spec/suspension.md). */
export const suspendedBy = z.enum(['operator', 'callingInstance', 'processKey']);

/** Iteration of a loop (docs/contributing/spec/loops-and-compensation.md#item-of-an-iteration). */
export const iterationItem = z
  .object({
    number: z.int().min(1).meta({ description: 'Number of the iteration, from 1.' }),
    total: z.int().min(0).optional().meta({ description: 'Number of all iterations. Absent for a standard loop.' }),
    text: z.string().optional().meta({
      description:
        'Short text of the item, for display. Absent if it has none, and in lists of tasks for callers who may not see the instance.',
    }),
  })
  .meta({ id: 'IterationItem', description: 'Iteration that is or contains the activity instance. Absent outside of loops.' });

/** Errors of a deploy (docs/contributing/spec/http/definitions.md#strict). */
export const deployRefusal = z
  .object({
    error: z.string(),
    Errors: z
      .array(z.string())
      .optional()
      .meta({ description: 'All findings that `Strict` rejects. Absent if the deployment was rejected for another reason.' }),
  })
  .meta({ id: 'DeployRefusal' });

/** Members of a page (docs/contributing/spec/http/lists.md#paging). */
export const paging = { totalCount: z.int().min(0), page: z.int().min(1), pageSize: z.int().min(1).max(100) };

export type ResponseBody<S extends z.ZodType> = z.infer<S>;
