import type { Fact } from './fact.ts';
import type { EntryOrdinal, ScopeOrdinal } from './ordinals.ts';
import type { Variables } from './values.ts';

/** One order of a modification. `scope`: the host that the element is started in; null: the one that is open, or the nearest around it. */
export type Instruction =
  | { readonly kind: 'cancelEntry'; readonly entry: EntryOrdinal }
  | { readonly kind: 'cancelElement'; readonly element: string }
  | {
      readonly kind: 'startBefore' | 'startAfter';
      readonly element: string;
      readonly scope: EntryOrdinal | null;
      /** what the token brings; absent: nothing */
      readonly variables?: Variables;
    };
export type StartInstruction = Extract<Instruction, { readonly kind: 'startBefore' | 'startAfter' }>;

/** Why an instruction cannot be carried out. */
export type InstructionFault =
  | { readonly why: 'entryNotActive' }
  | { readonly why: 'elementUnknown' | 'elementNotActive'; readonly element: string }
  /** the scope: it is no active entry, is no host around the element, has no body, stands for a loop as a whole, is cancelled by this very command, or was interrupted */
  | {
      readonly why: 'scopeNotActive' | 'scopeNotAround' | 'scopeNotOpen' | 'scopeIsLoop' | 'scopeCancelled' | 'scopeInterrupted';
      readonly element: string;
    }
  /** no scope is named: several bodies are open, or the element is in a loop */
  | { readonly why: 'scopeAmbiguous'; readonly element: string; readonly container: string; readonly count: number }
  | { readonly why: 'loopNeedsScope'; readonly element: string; readonly container: string }
  /** a container that is not open cannot be opened by hand */
  | {
      readonly why: 'containerNotOpened';
      readonly container: string;
      readonly because: 'adHoc' | 'eventSubProcess' | 'compensation' | 'listener';
    }
  /** no token enters the element, or none without a flow */
  | {
      readonly why: 'beginsByEvent' | 'forCompensation' | 'isJoin' | 'isRaceTarget' | 'nothingFollows';
      readonly element: string;
    }
  /** a worker listens to the flow that would be taken */
  | { readonly why: 'flowListener'; readonly element: string; readonly flow: string }
  /** a worker listens to the start or the end of the process */
  | { readonly why: 'processListens' }
  | { readonly why: 'adHocIsClosed' | 'adHocIsSequential'; readonly container: string }
  /** the instance is suspended, and something would move */
  | { readonly why: 'movesAtOnce'; readonly element: string; readonly because: Movement };

/**
 * What a modification would let move: a body is opened, flows are chosen, a loop, a compensation or an ad-hoc sub-process goes on, a scope ends; or the
 * instance has not begun, or has stopped because it took too many steps.
 */
export type Movement = 'opening' | 'choice' | 'loop' | 'compensation' | 'adHoc' | 'scopeEnd' | 'notBegun' | 'stopped';

/**
 * An operator has moved tokens; what follows says what became of it (docs/contributing/spec/execution.md#modification). `cancelled`: what was named, not what ended with
 * it. `scope`: the open one. `opened`: sub-processes that were opened below it, outermost first; absent: none. `reason`: absent when none was given.
 */
export type InstanceModified = Fact<
  'InstanceModified',
  {
    cancelled: readonly { readonly entry: EntryOrdinal; readonly element: string }[];
    started: readonly {
      readonly element: string;
      readonly at: 'before' | 'after';
      readonly scope: ScopeOrdinal;
      readonly opened?: readonly string[];
    }[];
    reason?: string;
  }
>;
