import type { Fact } from '../fact.ts';
import type { ActivityInstanceOrdinal, ScopeOrdinal } from '../ordinals.ts';
import type { Variables } from '../values.ts';

/** `scope`: sub-process instance to start in; null: the open one, or the nearest enclosing one. */
export type Instruction =
  | { readonly kind: 'cancelEntry'; readonly entry: ActivityInstanceOrdinal }
  | { readonly kind: 'cancelElement'; readonly element: string }
  | {
      readonly kind: 'startBefore' | 'startAfter';
      readonly element: string;
      readonly scope: ActivityInstanceOrdinal | null;
      readonly variables?: Variables;
    };
export type StartInstruction = Extract<Instruction, { readonly kind: 'startBefore' | 'startAfter' }>;

/** Reason against the whole modification. */
export type InstructionFault =
  | { readonly why: 'entryNotActive' }
  | { readonly why: 'elementUnknown' | 'elementNotActive'; readonly element: string }
  /** the scope is not active, does not contain the element, has no body, is a loop body, is cancelled by this command, or was interrupted */
  | {
      readonly why: 'scopeNotActive' | 'scopeNotAround' | 'scopeNotOpen' | 'scopeIsLoop' | 'scopeCancelled' | 'scopeInterrupted';
      readonly element: string;
    }
  /** several bodies are open, or the element is in a loop */
  | { readonly why: 'scopeAmbiguous'; readonly element: string; readonly container: string; readonly count: number }
  | { readonly why: 'loopNeedsScope'; readonly element: string; readonly container: string }
  /** a closed container that cannot be opened */
  | {
      readonly why: 'containerNotOpened';
      readonly container: string;
      readonly because: 'adHoc' | 'eventSubProcess' | 'compensation' | 'listener';
    }
  /** no token enters, or not without a flow */
  | {
      readonly why: 'beginsByEvent' | 'forCompensation' | 'isJoin' | 'isRaceTarget' | 'nothingFollows';
      readonly element: string;
    }
  /** job listens to the flow that would be taken */
  | { readonly why: 'flowListener'; readonly element: string; readonly flow: string }
  /** job listens to the start or end of the process */
  | { readonly why: 'processListens' }
  | { readonly why: 'adHocIsClosed' | 'adHocIsSequential'; readonly container: string }
  /** suspended, and the instruction would continue the instance */
  | { readonly why: 'movesAtOnce'; readonly element: string; readonly because: Movement };

/** Progress caused by a modification. Or the instance has not started (`notBegun`), or the step limit stopped it. */
export type Movement = 'opening' | 'choice' | 'loop' | 'compensation' | 'adHoc' | 'scopeEnd' | 'notBegun' | 'stopped';

/**
 * An operator moved tokens; the following events are the effects (docs/contributing/spec/execution.md#modification). `cancelled`: named activity
 * instances only. `scope`: the one that was open before. `opened`: sub-processes opened below it, outermost first.
 */
export type InstanceModified = Fact<
  'InstanceModified',
  {
    cancelled: readonly { readonly entry: ActivityInstanceOrdinal; readonly element: string }[];
    started: readonly {
      readonly element: string;
      readonly at: 'before' | 'after';
      readonly scope: ScopeOrdinal;
      readonly opened?: readonly string[];
    }[];
    reason?: string;
  }
>;
