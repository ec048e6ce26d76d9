import { z } from 'zod';
import { paging } from './responses.ts';
import { guid, orNull, timestamp } from './values.ts';

/** An act of an operator, or refusals of it (docs/contributing/spec/audit.md#entry). */
export const auditEntryRow = z
  .object({
    entryId: guid,
    at: timestamp.meta({ description: 'Time of the decision. If `count` is above 1: time of the last rejection.' }),
    act: z.string().meta({ description: 'For example `CancelInstance`, `DeployDefinition`, `SignIn`.' }),
    identifiedBy: z.enum(['token', 'session', 'anonymous']),
    actor: z.string().nullable().meta({ description: 'Subject of the token or of the sign-in. Null if unknown.' }),
    session: z.string().nullable().meta({ description: 'Digest of the session in the web UI.' }),
    surface: z.enum(['api', 'pages']),
    targetKind: z.string().nullable().meta({ description: 'For example `instance`, `process`, `definition`, `incident`.' }),
    targetId: z.string().nullable(),
    processKey: z.string().nullable(),
    clientAddress: z.string().nullable(),
    traceId: z.string().nullable(),
    commandId: orNull(guid),
    result: z.enum(['accepted', 'refused', 'failed']),
    status: z.int(),
    code: z.string().nullable().meta({ description: 'Reason of the rejection.' }),
    count: z.int().min(1).meta({ description: 'Number of rejections that this entry counts.' }),
  })
  .meta({ id: 'AuditEntry' });

export const auditPage = z.object({ items: z.array(auditEntryRow), ...paging }).meta({ id: 'AuditPage' });
