import { BEHAVIOURS } from '../engine/behaviours/registry.ts';
import { activationConditionOf } from '../engine/model/model-shape.ts';
import { type ElementModel, isActivity, type ProcessModel } from '../engine/model.ts';
import { type GraphOrder, graphOrderOf } from '../engine/policies/graph-order.ts';
import { Reach } from '../engine/policies/reachability.ts';
import type { ActivityInstance, InstanceState, ScopeState } from '../engine/state.ts';
import type { Wait, WaitedFlow, WaitedJoin } from './wait.ts';
import { capital, countText, namesText, wordsOfType } from './words.ts';

/** Keeps facts about the graph for the next join of the same instance. */
export class JoinReader {
  private readonly state: InstanceState;
  private readonly model: ProcessModel | undefined;
  private readonly orders = new Map<string, GraphOrder>();
  private readonly reaches = new Map<string, Reach>();
  private readonly tokens = new Map<number, readonly Token[]>();

  constructor(state: InstanceState, model: ProcessModel | undefined) {
    this.state = state;
    this.model = model;
  }

  /** Missing: the other flows of a gateway, or further tokens of an activity that needs several. */
  waitOf(entry: ActivityInstance): Pick<Wait, 'kind' | 'text' | 'join'> {
    const element = this.model?.elements.get(entry.element);
    const held = entry.held ?? new Map<string, readonly number[]>();
    const arrived = [...held.values()].reduce((sum, tokens) => sum + tokens.length, 0);
    const what = `${capital(wordsOfType(entry.elementType))} '${entry.element}'`;
    if (element !== undefined && isActivity(element)) {
      const needed = element.startQuantity ?? 1;
      const join = { flows: [], arrived, needed, isInclusive: false, hasFired: false, condition: null };
      return { kind: 'Tokens', text: `${what} has ${countText(arrived, 'token')} and needs ${needed} to begin.`, join };
    }
    const isInclusive = this.state.inclusiveJoins.has(entry.ordinal);
    const flows = this.flowsOf(element, entry, new Set(held.keys()), isInclusive);
    const condition = (element === undefined ? undefined : activationConditionOf(element)?.text) ?? null;
    const needed = arrived + flows.filter(({ isMissing }) => isMissing).length;
    const join = { flows, arrived, needed, isInclusive, hasFired: false, condition };
    const first = condition === null ? '' : `continues when '${condition}' is true, and until then `;
    return { kind: 'Join', text: `${what} ${first}${joinText(join, isInclusive)}`, join };
  }

  /** A complex gateway that has fired and waits for the rest of its pass. */
  firedWait(scope: ScopeState, id: string): Pick<Wait, 'kind' | 'text' | 'join'> {
    const element = this.model?.elements.get(id);
    const delivered = scope.fired.get(id)?.delivered ?? new Set<string>();
    const flows = this.flowsOf(element, { element: id, scope: scope.ordinal, ordinal: 0 }, delivered, true);
    const missing = flows.filter(({ isMissing }) => isMissing);
    const condition = (element === undefined ? undefined : activationConditionOf(element)?.text) ?? null;
    const counts = { arrived: delivered.size, needed: delivered.size + missing.length };
    const join = { flows, ...counts, isInclusive: true, hasFired: true, condition };
    const names = namesText(missing.map(({ flow }) => flow));
    return {
      kind: 'Join',
      text: `Complex gateway '${id}' has fired and waits for late tokens over ${names || 'its other flows'}.`,
      join,
    };
  }

  /** @param onlyReachable a flow is missing only while a token can still come over it */
  private flowsOf(
    element: ElementModel | undefined,
    join: Pick<ActivityInstance, 'element' | 'scope' | 'ordinal'>,
    held: ReadonlySet<string>,
    onlyReachable: boolean,
  ): readonly WaitedFlow[] {
    if (element === undefined || this.model === undefined) return [];
    const from = this.comingOver(this.model, element, join);
    return element.incoming.map((flow) => {
      const sources = [...(from.get(flow) ?? [])];
      const hasToken = held.has(flow);
      const isMissing = !hasToken && (!onlyReachable || sources.length > 0);
      return { flow, source: this.model?.flows.get(flow)?.source ?? '', hasToken, isMissing, from: sources };
    });
  }

  /** Returns by incoming flow the elements whose tokens can still arrive over it. */
  private comingOver(
    model: ProcessModel,
    element: ElementModel,
    join: Pick<ActivityInstance, 'scope' | 'ordinal'>,
  ): Map<string, Set<string>> {
    const found = new Map<string, Set<string>>();
    const add = (flow: string, from: string) => found.set(flow, (found.get(flow) ?? new Set<string>()).add(from));
    for (const token of this.tokensIn(join.scope)) {
      if (token.entry === join.ordinal) continue;
      if (token.element === element.id && token.flow !== null) add(token.flow, model.flows.get(token.flow)?.source ?? '');
      else for (const flow of this.reachOf(model, element).from(token.element)) add(flow, token.element);
    }
    return found;
  }

  /** Tokens, one for each element that has some. */
  private tokensIn(scope: number): readonly Token[] {
    const known = this.tokens.get(scope);
    if (known !== undefined) return known;
    const tokens = new Map<string, Token>();
    for (const ordinal of this.state.scopes.get(scope)?.entries ?? []) {
      const { element, held } = this.state.entries.get(ordinal) as ActivityInstance;
      // an entry that holds tokens is the one waiting join of its element
      tokens.set(held === null ? element : `${element} held`, { element, flow: null, entry: held === null ? null : ordinal });
    }
    for (const { element, flow, scope: into } of this.state.paused?.steps ?? [])
      if (into === scope) tokens.set(`${element} over ${flow}`, { element, flow, entry: null });
    const list = [...tokens.values()];
    this.tokens.set(scope, list);
    return list;
  }

  private reachOf(model: ProcessModel, join: ElementModel): Reach {
    const known = this.reaches.get(join.id);
    if (known !== undefined) return known;
    const order = this.orders.get(join.container) ?? graphOrderOf(model, BEHAVIOURS, join.container);
    this.orders.set(join.container, order);
    const reach = new Reach(order, join);
    this.reaches.set(join.id, reach);
    return reach;
  }
}

/** May get to a join. `flow`: of one that is on its way. `entry`: of a join that waits itself. */
interface Token {
  readonly element: string;
  readonly flow: string | null;
  readonly entry: number | null;
}

function joinText({ flows }: WaitedJoin, isInclusive: boolean): string {
  const missing = flows.filter(({ isMissing }) => isMissing);
  const lost = missing.filter(({ from }) => from.length === 0);
  if (missing.length === 0) return isInclusive ? 'waits until no further token can reach it.' : 'waits for further tokens.';
  const sources = [...new Set(missing.flatMap(({ from }) => from))];
  const waited = `waits for a token over ${namesText(missing.map(({ flow }) => flow))}`;
  const coming = sources.length === 0 ? '' : `, which can come from ${namesText(sources)}`;
  const never =
    lost.length === 0
      ? ''
      : `; no further token can come over ${namesText(
          lost.map(({ flow }) => flow),
          'or',
        )}`;
  return `${waited}${coming}${never}.`;
}
