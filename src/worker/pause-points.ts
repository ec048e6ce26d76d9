/** Points where races and faults matter. */
export type PausePoint = 'after-route' | 'after-lock' | 'before-write' | 'before-commit' | 'after-commit' | 'before-deletion';
type Pause = (point: PausePoint, commandIds: readonly string[]) => Promise<void> | undefined;

let pause: Pause | undefined;

/** Sets a callback of a test that can hold or fail a transaction at a point; undefined removes it. */
export function setPause(by: Pause | undefined): void {
  pause = by;
}

/** Does nothing in production. */
export function pausePoint(point: PausePoint, commandIds: readonly string[]): Promise<void> | undefined {
  return pause?.(point, commandIds);
}
