import type { Warning } from '../../bpmn/warning.ts';
import type { LogProperties, PropertiesOf } from '../../platform/log.ts';
import type { LogEventName } from '../../platform/log-events.ts';
import type { InstanceLine } from '../observation/change-observer.ts';
import type { Counted } from '../observation/counts-of-event.ts';
import type { ChangeOrigin } from './change-origin.ts';
import type { WorkingInstance } from './working-instance.ts';

/** What a command did to an instance, for logs and metrics after the commit. */
export interface InstanceChange {
  readonly commandId: string;
  readonly commandKind: string;
  readonly instance: WorkingInstance;
  readonly eventCount: number;
  /** log lines and counts of its events */
  readonly lines: readonly InstanceLine[];
  readonly counted: readonly Counted[];
  /** number of its journal row */
  readonly seq: number;
  /** time it took to decide; unit: ms */
  readonly tookMs: number;
}

/** A line of the log that is written when the unit is committed. */
export interface UnitLine {
  readonly commandId: string;
  readonly event: LogEventName;
  readonly properties: LogProperties;
}

/** A line of the log about a deployed file (docs/reference/log-events.md#9000-to-9099-warnings-about-models). */
export interface DeployWarning {
  readonly event: Warning['event'] | 'model-without-diagram' | 'custom-task-input-does-not-fit';
  readonly processKey: string;
  readonly elementId?: string;
  /** the attribute or extension that is ignored */
  readonly name?: string;
  readonly text: string;
}

/** What is logged and counted once the unit is committed. */
export class ObservedChanges {
  private readonly changed: InstanceChange[] = [];
  private readonly logged: UnitLine[] = [];
  private readonly warned: DeployWarning[] = [];
  /** entries of the audit that were written */
  acts = 0;

  addChange(change: InstanceChange): void {
    this.changed.push(change);
  }

  addLine<Name extends LogEventName>({ id: commandId }: ChangeOrigin, event: Name, properties: PropertiesOf<Name>): void {
    this.logged.push({ commandId, event, properties });
  }

  addWarnings(warnings: readonly DeployWarning[]): void {
    this.warned.push(...warnings);
  }

  get changes(): readonly InstanceChange[] {
    return this.changed;
  }

  get lines(): readonly UnitLine[] {
    return this.logged;
  }

  get deployWarnings(): readonly DeployWarning[] {
    return this.warned;
  }
}
