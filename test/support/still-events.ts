import type { EngineEvent } from '../../src/engine/events.ts';

/**
 * Events of an instance that does not move, besides its end: it is suspended and resumed, its variables are edited, it is moved to another version, and
 * an operator moves its tokens. No element does its work, nothing begins to wait, nothing is thrown and no condition is looked at.
 */
export const STILL_EVENTS: ReadonlySet<EngineEvent['type']> = new Set<EngineEvent['type']>([
  ...(['InstanceSuspended', 'InstanceResumed', 'InstanceCaughtUp', 'InstanceMigrated', 'VariablesEdited'] as const),
  // elements that a modification cancels, with everything in them
  ...([
    'InstanceModified',
    'ElementCancelled',
    'SubscriptionClosed',
    'JobClosed',
    'ScopeClosed',
    'ChildCancelRequested',
  ] as const),
  ...(['CompensationEnded', 'CompensationItemDone', 'IncidentEnded'] as const),
  // tokens that a modification places after an element, with their variables
  ...(['ElementActivated', 'ElementCompleted', 'FlowTaken', 'VariablesWritten', 'ItemsAdded'] as const),
  ...(['VariableScopeOpened', 'VariableScopeClosed', 'VariablesMoved', 'RunPaused'] as const),
]);
