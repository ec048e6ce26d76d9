import type { Connection } from '../../db/connection.ts';
import type { ProcessModel } from '../../engine/model.ts';
import { resolveDefinition } from '../../store/definitions.ts';
import { countCalled } from '../../store/instances.ts';
import { hasMail } from '../../store/outbox.ts';
import type { ModelCache } from '../loading/model-cache.ts';
import type { YieldFor } from '../unit-of-work/time-slices.ts';
import { yieldToEventLoop } from '../unit-of-work/yield-to-event-loop.ts';

/** Reference of a call activity to a version. `from`: definition of the calling instance. */
export interface CalledVersion {
  readonly key: string;
  readonly binding: string;
  readonly value: string | null;
  readonly from: string;
}

/** Reads of effects beyond the loaded rows of their unit. */
export interface EffectReads {
  /** undefined if no version matches */
  resolveDefinition(call: CalledVersion): Promise<{ readonly definitionId: string; readonly version: number } | undefined>;
  getStartable(definitionId: string): Promise<ProcessModel>;
  /** counts running instances below the root instance, up to `most` */
  countCalled(rootId: string, most: number): Promise<number>;
  hasMail(instanceId: string): Promise<boolean>;
  readonly yieldFor: YieldFor;
}

export function effectReadsOf(connection: Connection, models: ModelCache): EffectReads {
  return {
    resolveDefinition: (call) => resolveDefinition(connection, call),
    getStartable: (definitionId) => models.getStartable(connection, definitionId),
    countCalled: (rootId, most) => countCalled(connection, rootId, most),
    hasMail: (instanceId) => hasMail(connection, instanceId),
    yieldFor: (ms) => yieldToEventLoop(connection, ms),
  };
}
