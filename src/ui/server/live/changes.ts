import type { LiveMark } from '../../../queries/operator/live-marks.ts';
import type { LiveKind } from '../../wire/live.ts';

/** Something that is different. `key`: its process key; null: it has none. `id`: of an instance. */
export interface Changed {
  readonly kind: LiveKind;
  readonly key: string | null;
  readonly id?: string;
}

/** Marks of a poll by kind, key and id. */
export type MarksByName = ReadonlyMap<string, LiveMark>;

/** Converts the marks of a poll for comparison. */
export function marksByName(marks: readonly LiveMark[]): MarksByName {
  return new Map(marks.map((mark) => [JSON.stringify([mark.kind, mark.key, mark.id]), mark]));
}

/** The differences between two polls: changed, new and missing marks. An instance that is newly watched, or no longer watched, has not changed. */
export function changesBetween(before: MarksByName, after: MarksByName): readonly Changed[] {
  const other = [...after].filter(([name, { kind, mark }]) => {
    const last = before.get(name);
    return last === undefined ? kind !== 'instance' : last.mark !== mark;
  });
  const gone = [...before].filter(([name, { kind }]) => kind !== 'instance' && !after.has(name));
  return [...other, ...gone].map(([, { kind, key, id }]) => ({ kind, key, ...(id !== null && { id }) }));
}
