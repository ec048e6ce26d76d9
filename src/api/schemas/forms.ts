import { z } from 'zod';

/** Form of a task or a start (docs/contributing/spec/http/user-tasks.md#forms). */
export const userTaskForm = z
  .object({
    key: z.string().optional(),
    id: z.string().optional(),
    binding: z.string().optional(),
    version: z.string().optional(),
    fields: z
      .array(
        z.object({
          id: z.string(),
          label: z.string().optional(),
          type: z.enum(['text', 'number', 'boolean', 'date', 'enum']),
          defaultValue: z.union([z.string(), z.number(), z.boolean()]).optional(),
          isRequired: z.boolean().optional(),
          isReadOnly: z.boolean().optional(),
          values: z.array(z.object({ id: z.string(), label: z.string() })).optional(),
          control: z.enum(['textarea', 'radio']).optional(),
          hint: z.string().optional(),
          rules: z
            .object({
              min: z.number().optional(),
              max: z.number().optional(),
              minLength: z.number().optional(),
              maxLength: z.number().optional(),
              pattern: z.string().optional(),
            })
            .optional(),
        }),
      )
      .optional(),
    notShown: z.array(z.string()).optional(),
  })
  .meta({ id: 'UserTaskForm' });
