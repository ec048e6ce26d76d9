import { z } from 'zod';
import { optionalGuid, optionalText, optionalVariables } from './members.ts';
import { guid, orNull, timestamp } from './values.ts';

const started = {
  element: z.string().meta({ description: 'Id of the element in the model.' }),
  scope: optionalGuid(
    'Id of the active sub-process instance to start in. Default: the open instance of the enclosing sub-process, otherwise the nearest enclosing one.',
  ),
};
/** Step of a modification (docs/contributing/spec/http/instances.md#instructions). */
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

/** Mapping of one element (docs/contributing/spec/moving-to-a-version.md#plan). */
export const migrationPair = z
  .object({ from: z.string(), to: z.string() })
  .meta({ id: 'MigrationPair', description: 'Maps an element to an element, or a sequence flow to a sequence flow, by id.' });

const text = z.string();
const entry = orNull(guid).meta({ description: 'The active activity instance. Null if none exists.' });
const before = { from: text.meta({ description: 'Id in the current version.' }) };
const after = orNull(text).meta({ description: 'Id in the target version. Null if it has no counterpart.' });

const report = z
  .object({
    isPossible: z.boolean().meta({ description: 'True if there are no migration conflicts.' }),
    refusals: z.array(z.object({ activityInstanceId: entry, activityId: text, reason: text })),
    plan: z.array(
      z.object({
        ...before,
        to: after,
        isGiven: z.boolean().meta({ description: 'True if the request defines this mapping. False if Sluice found it.' }),
      }),
    ),
    activities: z.array(
      z.object({
        activityInstanceId: guid,
        ...before,
        to: after,
        isDescribedAnew: z.boolean().meta({ description: 'True if the target version describes this open task differently.' }),
      }),
    ),
    events: z.array(
      z.object({
        activityInstanceId: entry,
        from: orNull(text).meta({ description: 'Null if no subscription existed before.' }),
        to: after,
        kind: z.enum(['message', 'signal', 'timer', 'conditional']),
        becomes: z.enum(['kept', 'renewed', 'armed', 'disarmed']),
        name: orNull(text).meta({ description: 'Name of the message or signal.' }),
        correlationKey: orNull(text),
        dueAt: orNull(timestamp),
      }),
    ),
    joins: z.array(
      z.object({
        activityInstanceId: guid,
        activityId: text,
        missingSequenceFlowIds: z
          .array(text)
          .meta({ description: 'Incoming sequence flows of the target version without a token.' }),
        goesOn: z.boolean().meta({ description: 'True if Sluice checks the join again, so that it can fire.' }),
      }),
    ),
    isCut: z.boolean().meta({ description: 'True if a list was cut to its first 1000 items.' }),
  })
  .meta({ id: 'MigrationReport' });

/** See docs/contributing/spec/moving-to-a-version.md#request. */
export const migrationResponse = z
  .object({
    isDryRun: z.boolean(),
    fromProcessDefinitionId: text,
    fromVersion: z.int(),
    processDefinitionId: text,
    version: z.int(),
    report: orNull(report).meta({ description: 'Result of a dry run. Otherwise null.' }),
  })
  .meta({ id: 'MigrationResponse' });
