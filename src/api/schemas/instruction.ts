import { z } from 'zod';
import { optionalGuid, optionalText, optionalVariables } from './members.ts';

const started = {
  element: z.string().meta({ description: 'Id of the element in the model.' }),
  scope: optionalGuid(
    'Id of the active sub-process that it is started in. Left out, null or blank: the one that is open, else the nearest around it.',
  ),
};
/** Instruction of a modification, in the form of the API (docs/contributing/spec/http/instances.md#instructions). */
export const instruction = z
  .object({
    cancel: z
      .object({ entry: optionalGuid('An active activity instance.'), element: optionalText('All of an element.') })
      .optional(),
    startBefore: z.object({ ...started, variables: optionalVariables() }).optional(),
    startAfter: z.object(started).optional(),
  })
  .meta({ id: 'ModifyInstruction', description: 'Exactly one of the members; of `cancel` exactly one of its members.' });

/** Mapping of an element to its successor in the target version (docs/contributing/spec/moving-to-a-version.md#plan). */
export const migrationPair = z
  .object({ from: z.string(), to: z.string() })
  .meta({ id: 'MigrationPair', description: 'Ids of two elements, or of two sequence flows.' });
