import type { Connection } from '../../db/connection.ts';
import { workOf } from '../../engine/model/model-shape.ts';
import type { ElementModel, Mapping, ProcessModel } from '../../engine/model.ts';
import type { Logger } from '../../platform/log.ts';
import { type CatalogSchema, inputWarnings, type WrittenInput } from '../../plugins/parameters.ts';
import { fetchedTypes, untouchedTypes } from '../../store/custom-task-locks.ts';
import { typeKeyOf } from '../../store/custom-tasks.ts';
import type { DeployWarning } from '../unit-of-work/observed-changes.ts';

/** Minimum time between two log lines about a type. */
const LOG_AGAIN_MS = 60_000;
/** Must exceed one heartbeat (5 s) plus one poll, because replicas report the types of external workers with the heartbeat. */
const UNSERVED_AFTER_MS = 8000;

/** Task types that no plugin host offers. Logged after a delay, because external workers report their types late. */
export interface UnservedTypes {
  /** Ignores a type that was logged in the last minute. `typeKey`: the type in lower case. */
  add(typeKey: string, taskType: string): void;
  /**
   * Logs each due type that no plugin host in `offered` and no external worker serves, if one of its tasks was never locked. Removes due types and those in
   * `offered`. Rejects if the database fails.
   */
  check(offered: ReadonlySet<string>): Promise<void>;
}

/** `afterMs`: time without a worker before the log event `no-worker-offers-task-type` (4034). */
export function openUnservedTypes(connection: Connection, log: Logger, afterMs = UNSERVED_AFTER_MS): UnservedTypes {
  const unserved = new Map<string, { readonly taskType: string; readonly since: number }>();
  const loggedAt = new Map<string, number>();
  return {
    add(typeKey, taskType) {
      const now = performance.now();
      if (now - (loggedAt.get(typeKey) ?? Number.NEGATIVE_INFINITY) < LOG_AGAIN_MS) return;
      if (!unserved.has(typeKey)) unserved.set(typeKey, { taskType, since: now });
    },
    async check(offered) {
      const now = performance.now();
      for (const typeKey of [...unserved.keys()]) if (offered.has(typeKey)) unserved.delete(typeKey);
      const due = [...unserved].filter(([, { since }]) => now - since >= afterMs);
      if (due.length === 0) return;
      const fetched = await fetchedTypes(connection);
      const untouched = new Set(
        await untouchedTypes(
          connection,
          due.map(([typeKey]) => typeKey),
        ),
      );
      for (const [typeKey, { taskType }] of due) {
        unserved.delete(typeKey);
        if (fetched.has(typeKey) || !untouched.has(typeKey)) continue;
        loggedAt.set(typeKey, now);
        log.event('no-worker-offers-task-type', { TaskType: taskType });
      }
    },
  };
}

/** Offered by active plugin hosts: type key → JSON schema, null if the plugin declares none. */
export type Catalog = ReadonlyMap<string, string | null>;

/**
 * Compares literal inputs with the schemas of plugin hosts (docs/contributing/spec/http/custom-tasks.md#unserved-types). Yields undefined before each
 * element, so that the caller can pause. Skips types that are expressions, not offered or without a schema.
 */
export function* customTaskWarnings(
  { key, elements }: Pick<ProcessModel, 'key' | 'elements'>,
  catalog: Catalog,
): Generator<DeployWarning | undefined, void> {
  for (const element of elements.values()) {
    yield;
    const taskType = literalTypeOf(element);
    const schema = taskType === undefined ? undefined : catalog.get(typeKeyOf(taskType));
    if (taskType === undefined || schema === undefined || schema === null) continue;
    const inputs = (element.mappings?.inputs ?? []).map(writtenInput);
    for (const text of inputWarnings(taskType, JSON.parse(schema) as CatalogSchema, inputs)) {
      yield {
        event: 'custom-task-input-does-not-fit',
        processKey: key,
        elementId: element.id,
        text: `${element.type} '${element.id}': ${text}`,
      };
    }
  }
}

function literalTypeOf(element: ElementModel): string | undefined {
  const work = workOf(element);
  if (work?.kind !== 'typed') return undefined;
  const { dialect, source } = work.taskType;
  return dialect === 'literal' ? source : undefined;
}

/** A literal is a text without `=`, or a literal after it. */
function writtenInput({ target, source }: Mapping): WrittenInput {
  if (source.kind !== 'expression') return { target, literal: undefined };
  if (source.dialect === 'literal') return { target, literal: source.source };
  return { target, literal: /^(-?\d+(\.\d+)?|true|false)$/.test(source.source) ? JSON.parse(source.source) : undefined };
}
