import { z } from 'zod';
import { guid, orNull, timestamp } from './values.ts';

const text = z.string();
const entry = orNull(guid).meta({ description: 'The active entry that it is about; null: none.' });
const before = { from: text.meta({ description: 'In the version of the instance.' }) };
const after = orNull(text).meta({ description: 'In the other version; null: nowhere.' });

const report = z
  .object({
    isPossible: z.boolean().meta({ description: 'Nothing is refused.' }),
    refusals: z.array(z.object({ activityInstanceId: entry, activityId: text, reason: text })),
    plan: z.array(
      z.object({ ...before, to: after, isGiven: z.boolean().meta({ description: 'By the request, and not found by itself.' }) }),
    ),
    activities: z.array(
      z.object({
        activityInstanceId: guid,
        ...before,
        to: after,
        isDescribedAnew: z.boolean().meta({ description: 'An open task that the other version describes otherwise.' }),
      }),
    ),
    events: z.array(
      z.object({
        activityInstanceId: entry,
        from: orNull(text).meta({ description: 'Null: nothing waited for it before.' }),
        to: after,
        kind: z.enum(['message', 'signal', 'timer', 'conditional']),
        becomes: z.enum(['kept', 'renewed', 'armed', 'disarmed']),
        name: orNull(text).meta({ description: 'Of a message or signal.' }),
        correlationKey: orNull(text),
        dueAt: orNull(timestamp),
      }),
    ),
    joins: z.array(
      z.object({
        activityInstanceId: guid,
        activityId: text,
        missingSequenceFlowIds: z.array(text).meta({ description: 'Of the other version; they have brought no token.' }),
        goesOn: z.boolean().meta({ description: 'It is checked, and continues if it waits for nothing else.' }),
      }),
    ),
    isCut: z.boolean().meta({ description: 'A list was longer than the 1000 items that are shown.' }),
  })
  .meta({ id: 'MigrationReport' });

/** Result of a migration or of its dry run (docs/contributing/spec/moving-to-a-version.md#request). */
export const migrationResponse = z
  .object({
    isDryRun: z.boolean(),
    fromProcessDefinitionId: text,
    fromVersion: z.int(),
    processDefinitionId: text,
    version: z.int(),
    report: orNull(report).meta({ description: 'Of a dry run, else null.' }),
  })
  .meta({ id: 'MigrationResponse' });
