/** The points of the transaction where races and faults matter, by name. */
export type PausePoint = 'after-route' | 'after-lock' | 'before-write' | 'before-commit' | 'after-commit' | 'before-deletion';
type Pause = (point: PausePoint, commandIds: readonly string[]) => Promise<void> | undefined;

let pause: Pause | undefined;

/** Lets a test hold a transaction open at a point, or break it there; undefined removes the test again. */
export function setPause(by: Pause | undefined): void {
  pause = by;
}

/** Does nothing outside of tests: with it races become ordinary, repeatable tests. */
export function pausePoint(point: PausePoint, commandIds: readonly string[]): Promise<void> | undefined {
  return pause?.(point, commandIds);
}
