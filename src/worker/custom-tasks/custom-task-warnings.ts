import type { Connection } from '../../db/connection.ts';
import { workOf } from '../../engine/model/model-shape.ts';
import type { ElementModel, Mapping, ProcessModel } from '../../engine/model.ts';
import type { Logger } from '../../platform/log.ts';
import { type CatalogSchema, inputWarnings, type WrittenInput } from '../../plugins/parameters.ts';
import { fetchedTypes, untouchedTypes } from '../../store/custom-task-locks.ts';
import { typeKeyOf } from '../../store/custom-tasks.ts';
import type { DeployWarning } from '../unit-of-work/observed-changes.ts';

/** Minimum time between two log lines about the same unserved type. */
const LOG_AGAIN_MS = 60_000;
/** Longer than one heartbeat (5 s) and one poll: the time until a replica has reported the types that remote workers request. */
export const UNSERVED_AFTER_MS = 8000;

/** Types with new tasks that no plugin host offers. Whether a remote worker serves them is known after a delay. */
export interface UnservedTypes {
  /** Adds a type (in lower case) with new tasks and no known worker. */
  suspect(typeKey: string, taskType: string): void;
  /** Logs types that have waited long enough, still have a never locked task, and that no remote worker requests. */
  check(offered: ReadonlySet<string>): Promise<void>;
}

/** Opens an empty list. `afterMs`: time without a worker before a type is logged (4034). */
export function openUnservedTypes(connection: Connection, log: Logger, afterMs = UNSERVED_AFTER_MS): UnservedTypes {
  const suspects = new Map<string, { readonly taskType: string; readonly since: number }>();
  const loggedAt = new Map<string, number>();
  return {
    suspect(typeKey, taskType) {
      const now = performance.now();
      if (now - (loggedAt.get(typeKey) ?? Number.NEGATIVE_INFINITY) < LOG_AGAIN_MS) return;
      if (!suspects.has(typeKey)) suspects.set(typeKey, { taskType, since: now });
    },
    async check(offered) {
      const now = performance.now();
      for (const typeKey of [...suspects.keys()]) if (offered.has(typeKey)) suspects.delete(typeKey);
      const due = [...suspects].filter(([, { since }]) => now - since >= afterMs);
      if (due.length === 0) return;
      const fetched = await fetchedTypes(connection);
      const untouched = new Set(
        await untouchedTypes(
          connection,
          due.map(([typeKey]) => typeKey),
        ),
      );
      for (const [typeKey, { taskType }] of due) {
        suspects.delete(typeKey);
        if (fetched.has(typeKey) || !untouched.has(typeKey)) continue;
        loggedAt.set(typeKey, now);
        log.event('no-worker-offers-task-type', { TaskType: taskType });
      }
    },
  };
}

/** Schemas of the task types that active plugin hosts offer: type key → JSON text, null if the plugin declares none. */
export type Catalog = ReadonlyMap<string, string | null>;

/**
 * Compares the inputs of custom tasks with the schemas that plugin hosts declare now. Yields a warning or undefined per element. Skips types that are
 * computed or not offered, and never rejects (docs/contributing/spec/http/custom-tasks.md#unserved-types).
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

/** Reads the value of a literal source: a text without `=`, or a literal after it. */
function writtenInput({ target, source }: Mapping): WrittenInput {
  if (source.kind !== 'expression') return { target, literal: undefined };
  if (source.dialect === 'literal') return { target, literal: source.source };
  return { target, literal: /^(-?\d+(\.\d+)?|true|false)$/.test(source.source) ? JSON.parse(source.source) : undefined };
}
