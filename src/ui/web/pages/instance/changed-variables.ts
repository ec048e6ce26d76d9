import type { Json } from '../../../../engine/values.ts';
import type { Frame, Moment, Replay } from './replay.ts';

/** Changes by one command up to one of its steps. Keys: scope number, name. */
export interface ChangedVariables {
  /** value before; undefined: none */
  readonly changed: ReadonlyMap<number, ReadonlyMap<string, Json | undefined>>;
  readonly removed: ReadonlyMap<number, readonly string[]>;
}

/**
 * Compares with the variables before the command of the step.
 * @param earlier a replay of the same frames for this use only
 */
export function changedVariables(frames: readonly Frame[], earlier: Replay, { frame, state }: Moment): ChangedVariables {
  const changed = new Map<number, Map<string, Json | undefined>>();
  const removed = new Map<number, readonly string[]>();
  if (frame === null) return { changed, removed };
  const before = earlier.at(commandBegins(frames, frame)).state.variables;
  for (const scope of state.variables.values()) {
    const { ordinal, values } = scope;
    const old = before.get(ordinal)?.values ?? {};
    const ofScope = new Map<string, Json | undefined>();
    for (const [name, value] of Object.entries(values)) {
      const was = Object.hasOwn(old, name) ? old[name] : undefined;
      // unchanged values are the same objects: both replays apply the same events
      if (was !== value && JSON.stringify(was) !== JSON.stringify(value)) ofScope.set(name, was);
    }
    if (ofScope.size > 0) changed.set(ordinal, ofScope);
    const gone = Object.keys(old).filter((name) => !Object.hasOwn(values, name));
    if (gone.length > 0) removed.set(ordinal, gone);
  }
  return { changed, removed };
}

/** Number of frames before the command. */
function commandBegins(frames: readonly Frame[], { number, seq }: Frame): number {
  let index = number - 1;
  while (index > 0 && frames[index - 1]?.seq === seq) index -= 1;
  return index;
}
