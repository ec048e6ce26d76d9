import type { Run } from '../running/run.ts';

/** Stores the remaining steps for the next command (docs/contributing/spec/execution.md#paused-runs). */
export function pauseRun(run: Run): void {
  const steps = run.agenda.steps.map((step) => run.ownSignals.pausedStep(step));
  run.emit({ type: 'RunPaused', steps, stepsTaken: run.stepsTaken, ...run.ownSignals.pausedMember() });
}
