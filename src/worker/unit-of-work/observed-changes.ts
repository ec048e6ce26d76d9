import type { Warning } from '../../bpmn/finding.ts';
import type { LogProperties } from '../../platform/log.ts';
import type { LogEventName } from '../../platform/log-events.ts';
import type { InstanceLine } from '../observation/change-observer.ts';
import type { Counted } from '../observation/counts-of-event.ts';
import type { WorkingInstance } from './working-instance.ts';

/** Change of one instance by one command, for logs and metrics after the commit. */
export interface InstanceChange {
  readonly commandId: string;
  readonly commandKind: string;
  readonly instance: WorkingInstance;
  readonly eventCount: number;
  readonly lines: readonly InstanceLine[];
  readonly counted: readonly Counted[];
  /** number of its row in the event history */
  readonly seq: number;
  readonly tookMs: number;
}

export interface UnitLine {
  readonly commandId: string;
  readonly event: LogEventName;
  readonly properties: LogProperties;
}

/** Log line about a deployed file (docs/reference/log-events.md#9000-to-9099-warnings-about-models). */
export interface DeployWarning {
  readonly event: Warning['event'] | 'model-without-diagram' | 'custom-task-input-does-not-fit';
  readonly processKey: string;
  readonly elementId?: string;
  /** name of the ignored attribute or extension */
  readonly name?: string;
  readonly text: string;
}

/** Changes to log and count after the commit. */
export class ObservedChanges {
  /** whether batches are created, paused, resumed or stopped */
  hasBatches = false;
  readonly changes: InstanceChange[] = [];
  readonly lines: UnitLine[] = [];
  readonly deployWarnings: DeployWarning[] = [];
  acts = 0;
}
