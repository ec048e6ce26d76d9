import type { DefinitionEvent } from '../../engine/events.ts';

/** One row of q_definition: one deployed version. */
export interface DefinitionRow {
  readonly definitionId: string;
  readonly key: string;
  readonly version: number;
  readonly deployedAt: Date;
  readonly activitiesCount: number;
  readonly sequenceFlowsCount: number;
}

/** The row one event makes (contract 2.3). A version never changes once it is deployed. */
export function project(event: DefinitionEvent, at: Date): DefinitionRow {
  const { definitionId, key, version, activitiesCount, sequenceFlowsCount } = event;
  return { definitionId, key, version, deployedAt: at, activitiesCount, sequenceFlowsCount };
}
