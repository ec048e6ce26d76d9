import type { Ordinal } from './events.ts';
import type { ElementType } from './model.ts';
import type { VariableScopes } from './variable-scopes.ts';

/** new → running → one of the three terminal states (bpmn.md 1). */
export type InstanceStatus = 'new' | 'running' | 'completed' | 'cancelled' | 'failed';

/** What an open user task knows about itself (bpmn.md 3.14, contract 4). */
export interface UserTaskState {
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly expectedOutputs: readonly string[];
  claimedBy: string | null;
}

/** One active entry. Ended entries leave the state; their history is the journal. */
export interface EntryState {
  readonly ordinal: Ordinal;
  readonly element: string;
  readonly elementType: ElementType;
  readonly scope: Ordinal;
  readonly variableScope: Ordinal;
  /** ms since epoch */
  readonly since: number;
  readonly isHost: boolean;
  /** a join: the variable scopes of the tokens it holds, by incoming flow, oldest first; null for everything else */
  readonly held: Map<string, Ordinal[]> | null;
  userTask: UserTaskState | null;
}

/** One run of a container. `host` is the entry that owns it; null for the root scope. */
export interface ScopeState {
  readonly ordinal: Ordinal;
  readonly container: string;
  readonly host: Ordinal | null;
  readonly parent: Ordinal | null;
  /** root or body variable scope: ends with this scope */
  readonly variableScope: Ordinal;
  /** active entries directly in this scope, oldest first */
  readonly entries: Set<Ordinal>;
  /** waiting joins by element id (J2) */
  readonly joins: Map<string, Ordinal>;
}

/**
 * State of one instance: only what is live. Written in place by `apply` and nothing else; the fields below the line are derived from those
 * above it, so that every event costs O(1).
 */
export interface InstanceState {
  status: InstanceStatus;
  instanceId: string;
  definitionId: string;
  key: string;
  version: number;
  businessId: string | null;
  startedAt: number;
  /** the highest ordinal given so far */
  counter: Ordinal;
  /** events folded so far; grows with every event, which makes it a name for a moment in the instance's life */
  eventCount: number;
  rootScope: Ordinal;
  rootVariables: Ordinal;
  readonly entries: Map<Ordinal, EntryState>;
  readonly scopes: Map<Ordinal, ScopeState>;
  readonly variables: VariableScopes;
  // ---- derived ----
  /** active entries by element id, oldest first */
  readonly byElement: Map<string, Set<Ordinal>>;
  /** body scope by its host entry */
  readonly bodies: Map<Ordinal, Ordinal>;
  /** tokens (entries, held tokens) and child scopes that use a variable scope */
  readonly uses: Map<Ordinal, number>;
  /** living branch scopes by parent */
  readonly branches: Map<Ordinal, number>;
  /** characters of JSON of all variables together (bpmn.md 2.4, limits) */
  variablesSize: number;
  /** waiting inclusive joins, oldest first */
  readonly inclusiveJoins: Set<Ordinal>;
}

/** The state before the first event. */
export function initialState(): InstanceState {
  return {
    status: 'new',
    instanceId: '',
    definitionId: '',
    key: '',
    version: 0,
    businessId: null,
    startedAt: 0,
    counter: 0,
    eventCount: 0,
    rootScope: 0,
    rootVariables: 0,
    entries: new Map(),
    scopes: new Map(),
    variables: new Map(),
    byElement: new Map(),
    bodies: new Map(),
    uses: new Map(),
    branches: new Map(),
    variablesSize: 0,
    inclusiveJoins: new Set(),
  };
}

/** True once the instance accepts no command any more (L7). */
export function isTerminal(state: InstanceState): boolean {
  return state.status === 'completed' || state.status === 'cancelled' || state.status === 'failed';
}

/** The entry; throws when it is not active, which is a bug or a damaged journal. */
export function entryIn(state: InstanceState, ordinal: Ordinal): EntryState {
  const entry = state.entries.get(ordinal);
  if (entry === undefined) throw new Error(`entry ${ordinal} is not active`);
  return entry;
}

/** The scope; throws when it does not exist, which is a bug or a damaged journal. */
export function openScope(state: InstanceState, ordinal: Ordinal): ScopeState {
  const scope = state.scopes.get(ordinal);
  if (scope === undefined) throw new Error(`scope ${ordinal} is not open`);
  return scope;
}
