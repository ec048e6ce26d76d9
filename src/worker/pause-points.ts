/** The dangerous spots of the transaction, by name. */
export type PausePoint = 'after-route' | 'after-lock' | 'before-write' | 'before-commit' | 'after-commit';
type Pause = (point: PausePoint, commandIds: readonly string[]) => Promise<void> | undefined;

let pause: Pause | undefined;

/** Lets a test hold work open at a point, or break it there; undefined takes the test out again. */
export function setPause(by: Pause | undefined): void {
  pause = by;
}

/** A no-op but for tests: races become ordinary, repeatable tests. */
export function pausePoint(point: PausePoint, commandIds: readonly string[]): Promise<void> | undefined {
  return pause?.(point, commandIds);
}
