import { z } from 'zod';
import { userTaskForm } from './forms.ts';
import { paging } from './responses.ts';

/** Form that a client fills in to start a key (docs/contributing/spec/http/definitions.md#start-forms). */
export const startFormPage = z
  .object({
    items: z.array(
      z
        .object({
          processDefinitionId: z.string(),
          processDefinitionKey: z.string(),
          version: z.int().min(1).meta({ description: 'Latest version of the process.' }),
          startForm: userTaskForm,
        })
        .meta({ id: 'StartFormRow' }),
    ),
    ...paging,
  })
  .meta({ id: 'StartFormPage' });
