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
    Ids: optionalTexts('Ids of incidents or instances, as the operation needs them; the same one counts once. This or Filters.'),
    Filters: optionalText('All that GET /Incidents or GET /Instances lists with this text as `filters`. This or Ids.'),
    DryRun: optionalFlag('Nothing is made, it is only counted what would be hit. Left out or null: `false`.'),
    ItemsPerSecond: optionalWhole(
      1,
      MOST_PER_SECOND,
      'At most so many, by all workers together. Left out or null: as the service is set up.',
    ),
    Variables: optionalVariables(),
    Delete: optionalTexts('Of `variables`: names to be removed.'),
    Reason: optionalText('Of `cancel`, `suspend`, `resume` and `modify`: as the endpoint for one has it.'),
    CalledInstances: optionalFlag(
      'Of `suspend`: whether the instances it has called are suspended with it. Left out or null: true.',
    ),
    DefinitionId: optionalText('Of `migrate`: the version in which the instances continue; required.'),
    Plan: optionalObjects(migrationPair, 'Of `migrate`: as the endpoint for one has it.'),
    Timers: optionalText('Of `migrate`: `keep` or `renew`.'),
    Subscriptions: optionalText('Of `migrate`: `keep` or `renew`.'),
    Instructions: optionalObjects(instruction, 'Of `modify`: as the endpoint for one has them; 1 to 1000.'),
  })
  .meta({ id: 'CreateBatchRequest' });
export const steerBatchRequest = z.object({}).meta({ id: 'SteerBatchRequest' });

export const batchMade = z
  .object({
    batchId: orNull(guid).meta({ description: 'Null of a dry run.' }),
    isDryRun: z.boolean(),
    totalCount: z.int().min(0),
    processes: z
      .array(z.object({ processDefinitionKey: z.string(), count: z.int().min(1) }))
      .meta({ description: 'Items by process key, most first; at most 100 keys.' }),
    unknownCount: z.int().min(0).meta({ description: 'Ids that lead nowhere; their items will fail or be skipped.' }),
  })
  .meta({ id: 'BatchMade' });

const status = z.enum(['Running', 'Paused', 'Stopping', 'Stopped', 'Completed']);
export const batchStatus = z.object({ status }).meta({ id: 'BatchStatus' });

export const batchRow = z
  .object({
    batchId: guid,
    operation: z.string(),
    status,
    filters: z.string().nullable().meta({ description: 'Null where ids were given.' }),
    processDefinitionKeys: z.array(z.string()),
    totalCount: z.int().min(0).meta({ description: 'The sum of the four counts, at all times.' }),
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
    position: z.int().min(1).meta({ description: 'Order in which the items are processed.' }),
    subjectId: guid.meta({ description: 'The incident or the instance.' }),
    workflowInstanceId: orNull(guid).meta({ description: 'Null where the id leads nowhere.' }),
    processDefinitionKey: z.string().nullable(),
    status: z.enum(['Pending', 'Succeeded', 'Failed', 'Skipped']),
    code: z.string().nullable(),
    reason: z.string().nullable().meta({ description: 'Why it failed or was skipped: what the endpoint for one would answer.' }),
    resultInstanceId: orNull(guid).meta({ description: 'The instance that continues, if it is another one.' }),
    endedAt: orNull(timestamp),
  })
  .meta({ id: 'BatchItem' });

export const batchPage = z.object({ items: z.array(batchRow), ...paging }).meta({ id: 'BatchPage' });
export const batchItemPage = z.object({ items: z.array(batchItem), ...paging }).meta({ id: 'BatchItemPage' });
