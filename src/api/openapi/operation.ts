import type { z } from 'zod';
import type { RateLimitName } from '../../platform/config/config-security.ts';
import type { RequestSchema } from '../schemas/members.ts';

/** A refusal as the document shows it; these are the ones that only some endpoints have. `shape`: docs/contributing/spec/http/errors.md#shapes. */
export interface DocumentedRefusal {
  readonly status: 400 | 403 | 404 | 406 | 409 | 413 | 422 | 503;
  readonly shape: 'E' | 'P';
  /** the text, with its variable parts in angle brackets */
  readonly text: string;
}

/** A command that would move a suspended instance (docs/contributing/spec/suspension.md#what-waits). */
export const SUSPENDED: DocumentedRefusal = {
  status: 409,
  shape: 'P',
  text: "Workflow instance '<id>' is suspended. Resume it first.",
};

interface Described {
  /** as in the table of endpoints */
  readonly pattern: string;
  /** operationId */
  readonly id: string;
  readonly tag:
    | 'Definitions'
    | 'Execution'
    | 'Instances'
    | 'User tasks'
    | 'Webhooks'
    | 'Decisions'
    | 'Custom tasks'
    | 'Incidents'
    | 'Dead letters'
    | 'Audit'
    | 'Batches'
    | 'Events'
    | 'Service';
  readonly summary: string;
  readonly description?: string;
  /** absent: not limited, and anonymous */
  readonly policy?: RateLimitName;
  /** body of the 200: a schema, nothing at all, or a text of another media type */
  readonly answer: z.ZodType | 'empty' | { readonly mediaType: string };
  readonly refusals?: readonly DocumentedRefusal[];
  /** body of a 400 in shape E, where it has further members */
  readonly badRequest?: z.ZodType;
}

/** A documented write. Every example is a body that is sent by a test. */
export interface WriteOperation extends Described {
  readonly method: 'POST' | 'DELETE';
  readonly policy: RateLimitName;
  /** null: any body is ignored */
  readonly body: RequestSchema | null;
  readonly examples: Readonly<Record<string, object>>;
}

/** A documented read. Every example is a query that is sent by a test. */
export interface ReadOperation extends Described {
  readonly method: 'GET';
  readonly query?: z.ZodObject;
  readonly readsProjection?: true;
  readonly examples?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** OpenAPI description of one endpoint. */
export type Operation = WriteOperation | ReadOperation;
