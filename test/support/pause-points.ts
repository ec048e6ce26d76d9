import { type PausePoint, setPause } from '../../src/worker/pause-points.ts';
import { type Deferred, deferred } from './deferred.ts';
import { soon } from './eventually.ts';

/** Work that is held at a point until it is released. */
export interface Held {
  /** Resolves when the command is there. */
  reached(): Promise<void>;
  release(): void;
}

interface Cue {
  readonly point: PausePoint;
  readonly commandId: string;
  act(): Promise<void>;
}

/** Stages races: names the command and the point, and the race becomes an ordinary, repeatable test. */
export interface Stage {
  /** The next transaction that comes to the point with this command waits there. */
  hold(point: PausePoint, commandId: string): Held;
  /** The next transaction that comes to the point with this command does something there first; what it throws breaks the transaction. */
  once(point: PausePoint, commandId: string, act: () => Promise<void>): void;
  /** Lets everything go and takes the stage away. */
  close(): void;
}

export function openStage(): Stage {
  const cues: Cue[] = [];
  const open: Deferred<void>[] = [];
  setPause(async (point, commandIds) => {
    const index = cues.findIndex((cue) => cue.point === point && commandIds.includes(cue.commandId));
    const [cue] = index < 0 ? [] : cues.splice(index, 1);
    await cue?.act();
  });
  return {
    hold(point, commandId) {
      const there = deferred();
      const go = deferred();
      open.push(go);
      cues.push({
        point,
        commandId,
        act() {
          there.resolve();
          return go.promise;
        },
      });
      return { reached: () => soon(`${point} of ${commandId}`, there.promise), release: () => go.resolve() };
    },
    once: (point, commandId, act) => void cues.push({ point, commandId, act }),
    close() {
      setPause(undefined);
      for (const go of open) go.resolve();
    },
  };
}
