import type { QueryClient } from '@tanstack/react-query';
import { nextVersionsQuery, workflowsQuery } from '../../api/views.ts';

/** Deployed process with the key of a drawing. `version`: the latest. `name` null: none. */
export interface KnownProcess {
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
}

/** Name of the latest version; null if it has none or cannot be read. */
export async function nameOfVersion(queries: QueryClient, key: string): Promise<string | null> {
  const page = await queries.fetchQuery(workflowsQuery({ search: key })).catch(() => undefined);
  return page?.items.find((workflow) => workflow.key === key)?.name ?? null;
}

/** Numbers of suggested keys. */
const TRIED = [2, 3, 4, 5, 6, 7, 8, 9];

/** Undefined: no process has the key. `free`: a similar key that no process has. */
export async function lookUpKey(
  queries: QueryClient,
  key: string,
): Promise<{ readonly known: KnownProcess; readonly free: string | undefined } | undefined> {
  const [found] = await queries.fetchQuery(nextVersionsQuery([key]));
  if (found === undefined || found.version === 1) return undefined;
  const [name, others] = await Promise.all([
    nameOfVersion(queries, key),
    queries.fetchQuery(nextVersionsQuery(TRIED.map((number) => `${key}-${number}`))),
  ]);
  const free = others.find(({ version }) => version === 1)?.key;
  return { known: { key, version: found.version - 1, name }, free };
}
