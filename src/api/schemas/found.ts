import { z } from 'zod';
import { guid, orNull, timestamp } from './values.ts';

/** An instance in the list of all (docs/contributing/spec/http/find.md). */
export const foundInstance = z
  .object({
    instanceId: guid,
    processDefinitionId: z.string(),
    processDefinitionKey: z.string(),
    version: z.int().min(1),
    status: z.enum(['Running', 'Completed', 'Cancelled', 'Failed', 'Pending']),
    businessId: z.string().nullable(),
    parentInstanceId: orNull(guid).meta({ description: 'Calling instance.' }),
    activeActivityIds: z
      .array(z.string())
      .meta({ description: 'Ids of elements with an active activity instance, without duplicates, sorted by code point.' }),
    failure: z
      .object({
        activityId: z.string().nullable(),
        code: z.string().meta({ description: 'At most 512 characters.' }),
        message: z.string().meta({ description: 'At most 1000 characters.' }),
      })
      .nullable(),
    createdAt: timestamp,
    completedAt: orNull(timestamp),
  })
  .meta({ id: 'FoundInstance' });

export const foundPage = z
  .object({
    items: z.array(foundInstance),
    totalCount: z.int().min(0),
    isTotalCountExact: z.boolean().meta({ description: 'False if more than `totalCount` instances match.' }),
    page: z.int().min(1),
    pageSize: z.int().min(1).max(100),
  })
  .meta({ id: 'FoundPage' });
