import { ENDPOINTS } from '../../src/api/endpoints.ts';
import type { RequestSchema } from '../../src/api/schemas/members.ts';

/** The schemas of all bodies, by the operation id of their endpoint. */
export const BODY_SCHEMAS: ReadonlyMap<string, RequestSchema> = new Map(
  ENDPOINTS.flatMap((endpoint) =>
    endpoint.method === 'GET' || endpoint.body === null ? [] : [[endpoint.id, endpoint.body] as const],
  ),
);

/** The schema of the body of an operation. */
export function bodyOf(id: string): RequestSchema {
  const schema = BODY_SCHEMAS.get(id);
  if (schema === undefined) throw new Error(`no endpoint ${id} reads a body`);
  return schema;
}
