import { z } from 'zod';
import { instruction, migrationPair } from './instruction.ts';
import {
  optionalFlag,
  optionalObjects,
  optionalText,
  optionalTexts,
  optionalVariables,
  optionalWhole,
  requiredText,
} from './members.ts';
import { paging } from './responses.ts';
import { guid, orNull, timestamp } from './values.ts';

/** High enough to mean no limit. */
const MOST_PER_SECOND = 1_000_000;

/** What a batch is made of (docs/contributing/spec/batches.md#create-a-batch). */
export const createBatchRequest = z
  .object({
    Operation: requiredText(
      'Operation is required',
      '`retry` or `resolve` of incidents; `cancel`, `revive`, `suspend`, `resume`, `modify`, `variables`, `migrate` or `delete` of instances.',
    ),
    Ids: optionalTexts(
      'Ids of incidents or of instances, depending on the operation. Duplicates count once. Send either `Ids` or `Filters`.',
    ),
    Filters: optionalText(
      'Selects all items that `GET /Incidents` or `GET /Instances` lists with this text as `filters`. Send either `Ids` or `Filters`.',
    ),
    DryRun: optionalFlag('If true, Sluice only counts the items and creates no batch. Default: `false`.'),
    ItemsPerSecond: optionalWhole(
      1,
      MOST_PER_SECOND,
      'Most items per second, over all workers. Default: the setting of the service.',
    ),
    Variables: optionalVariables(),
    Delete: optionalTexts('For `variables`: names to remove.'),
    Reason: optionalText('For `cancel`, `suspend`, `resume` and `modify`: as in the endpoint for one instance.'),
    CalledInstances: optionalFlag('For `suspend`: whether to suspend called instances too. Default: `true`.'),
    DefinitionId: optionalText('For `migrate`: the target version. Required.'),
    Plan: optionalObjects(migrationPair, 'For `migrate`: as in the endpoint for one instance.'),
    Timers: optionalText('For `migrate`: `keep` or `renew`.'),
    Subscriptions: optionalText('For `migrate`: `keep` or `renew`.'),
    Instructions: optionalObjects(instruction, 'For `modify`: 1 to 1000 instructions, as in the endpoint for one instance.'),
  })
  .meta({ id: 'CreateBatchRequest' });
export const steerBatchRequest = z.object({}).meta({ id: 'SteerBatchRequest' });

export const batchMade = z
  .object({
    batchId: orNull(guid).meta({ description: 'Null for a dry run.' }),
    isDryRun: z.boolean(),
    totalCount: z.int().min(0),
    processes: z
      .array(z.object({ processDefinitionKey: z.string(), count: z.int().min(1) }))
      .meta({ description: 'Number of items by process key, largest first. At most 100 keys.' }),
    unknownCount: z.int().min(0).meta({ description: 'Number of ids that do not exist. Their items fail or are skipped.' }),
  })
  .meta({ id: 'BatchMade' });

const status = z.enum(['Running', 'Paused', 'Stopping', 'Stopped', 'Completed']);
export const batchStatus = z.object({ status }).meta({ id: 'BatchStatus' });

export const batchRow = z
  .object({
    batchId: guid,
    operation: z.string(),
    status,
    filters: z.string().nullable().meta({ description: 'Null if the batch was created with ids.' }),
    processDefinitionKeys: z.array(z.string()),
    totalCount: z.int().min(0).meta({ description: 'Sum of the four counts below.' }),
    pendingCount: z.int().min(0),
    succeededCount: z.int().min(0),
    failedCount: z.int().min(0),
    skippedCount: z.int().min(0),
    itemsPerSecond: z.number().nullable(),
    createdBy: z.string().nullable(),
    createdAt: timestamp,
    endedAt: orNull(timestamp),
  })
  .meta({ id: 'Batch' });

export const batchItem = z
  .object({
    position: z.int().min(1).meta({ description: 'Order in which Sluice runs the items.' }),
    subjectId: guid.meta({ description: 'Id of the incident or of the instance.' }),
    workflowInstanceId: orNull(guid).meta({ description: 'Null if the id does not exist.' }),
    processDefinitionKey: z.string().nullable(),
    status: z.enum(['Pending', 'Succeeded', 'Failed', 'Skipped']),
    code: z.string().nullable(),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the item failed or was skipped. The text of the endpoint for one item.' }),
    resultInstanceId: orNull(guid).meta({ description: 'The instance that continues, if it is a different one.' }),
    endedAt: orNull(timestamp),
  })
  .meta({ id: 'BatchItem' });

export const batchPage = z.object({ items: z.array(batchRow), ...paging }).meta({ id: 'BatchPage' });
export const batchItemPage = z.object({ items: z.array(batchItem), ...paging }).meta({ id: 'BatchItemPage' });
