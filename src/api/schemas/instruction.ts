import { z } from 'zod';
import { optionalGuid, optionalText, optionalVariables } from './members.ts';

const started = {
  element: z.string().meta({ description: 'Id of the element in the model.' }),
  scope: optionalGuid(
    'Id of the active sub-process instance to start in. Default: the open instance of the enclosing sub-process, otherwise the nearest enclosing one.',
  ),
};
/** Instruction of a modification, in the form of the API (docs/contributing/spec/http/instances.md#instructions). */
export const instruction = z
  .object({
    cancel: z
      .object({
        entry: optionalGuid('Id of an active activity instance.'),
        element: optionalText('Id of an element. Cancels all its active activity instances.'),
      })
      .optional(),
    startBefore: z.object({ ...started, variables: optionalVariables() }).optional(),
    startAfter: z.object(started).optional(),
  })
  .meta({ id: 'ModifyInstruction', description: 'Send exactly one field. In `cancel`, send exactly one of its fields.' });

/** Mapping of an element to its successor in the target version (docs/contributing/spec/moving-to-a-version.md#plan). */
export const migrationPair = z
  .object({ from: z.string(), to: z.string() })
  .meta({ id: 'MigrationPair', description: 'Maps an element to an element, or a sequence flow to a sequence flow, by id.' });
