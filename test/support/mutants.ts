/**
 * Seeded bugs of the engine that the golden traces, the probes and the random processes have to notice. A mutant that lives means that these tests
 * would also miss the same bug made by accident.
 */
export interface Mutant {
  /** the bug in words */
  readonly bug: string;
  /** file below src/engine */
  readonly file: string;
  /** text that stands exactly once in the file, and what the mutant has in its place */
  readonly from: string;
  readonly to: string;
}

export const MUTANTS: readonly Mutant[] = [
  {
    bug: 'a parallel join fires on its first token',
    file: 'behaviours/parallel-gateway.ts',
    from: 'join.held?.size === element.incoming.length',
    to: '(join.held?.size ?? 0) > 0',
  },
  {
    bug: 'left-over tokens of a join get lost',
    file: 'policies/join.ts',
    from: 'run.forget(step);\n    arriveAtJoin(run, element, step);',
    to: 'run.forget(step);',
  },
  {
    bug: 'a left-over token of a join loses its variables with the token that ends',
    file: 'policies/join.ts',
    from: 'for (const step of leftOver) run.queue(step);',
    to: '',
  },
  {
    bug: 'an exclusive gateway takes all true flows',
    file: 'policies/choose-flows.ts',
    from: "element.type === 'exclusiveGateway'",
    to: 'element.id === undefined',
  },
  {
    bug: 'an inclusive gateway takes its default although a condition is true',
    file: 'policies/choose-flows.ts',
    from: 'if (!someTrue && element.defaultFlow !== undefined)',
    to: 'if (element.defaultFlow !== undefined)',
  },
  {
    bug: 'an exclusive gateway forgets its default flow',
    file: 'policies/choose-flows.ts',
    from: 'const otherwise = element.defaultFlow ?? element',
    to: 'const otherwise = element',
  },
  {
    bug: 'conditions read the root variables only',
    file: 'policies/choose-flows.ts',
    from: 'evaluateText(run, condition, entry.element, variableScope)',
    to: 'evaluateText(run, condition, entry.element, run.state.rootVariables)',
  },
  {
    bug: 'an inclusive join fires too early',
    file: 'policies/inclusive-join.ts',
    from: 'if (held.size === element.incoming.length) return false;',
    to: 'if (held.size > 0) return false;',
  },
  {
    bug: 'an inclusive join never fires while anything else waits',
    file: 'policies/inclusive-join.ts',
    from: 'if (isWaitedFor(run, join)) continue;',
    to: 'if (isWaitedFor(run, join) || join !== undefined) continue;',
  },
  {
    bug: 'an inclusive join waits for tokens that can reach a flow that has one',
    file: 'policies/inclusive-join.ts',
    from: 'flows.length > 0 && !flows.some((f) => held.has(f))',
    to: 'flows.length > 0',
  },
  {
    bug: 'inclusive joins that wait for each other wait for ever',
    file: 'policies/inclusive-join.ts',
    from: 'if (run.hasSteps) return false;',
    to: 'if (!run.hasSteps) return false;',
  },
  {
    bug: 'variables are dropped when their scope ends',
    file: 'variable-scopes.ts',
    from: "if (event.into !== null) moveOwnValues(scopes, event.variableScope, event.into, 'keep');",
    to: '',
  },
  {
    bug: 'a join merges its branches in reverse order',
    file: 'policies/variable-scope.ts',
    from: '[...below].sort((a, b) => a - b)',
    to: '[...below].sort((a, b) => b - a)',
  },
  {
    bug: 'the paths of a fork share one variable scope',
    file: 'policies/leave.ts',
    from: 'flows.length === 1 ? variableScope : openBranch(run, variableScope)',
    to: 'variableScope',
  },
  {
    bug: 'branch scopes of ended tokens stay open',
    file: 'policies/variable-scope.ts',
    from: "scope.kind !== 'branch' || scope.parent === null || run.usesOf(at) > 0",
    to: "scope.kind === 'branch' || scope.parent === null || run.usesOf(at) > 0",
  },
  {
    bug: 'a boundary event does not cancel the inside of its host',
    file: 'policies/error-propagation.ts',
    from: "cancelInside(run, host, 'Scope cancelled by boundary event');",
    to: '',
  },
  {
    bug: 'a boundary event does not cancel its host',
    file: 'policies/error-propagation.ts',
    from: 'run.cancel(host, ',
    to: 'String(',
  },
  {
    bug: 'a catch-all is asked before the exact code',
    file: 'policies/error-propagation.ts',
    from: 'events.find((b) => b.trigger.code === code) ?? events.find((b) => b.trigger.code === undefined)',
    to: 'events.find((b) => b.trigger.code === undefined) ?? events.find((b) => b.trigger.code === code)',
  },
  {
    bug: 'a boundary event catches every code',
    file: 'policies/error-propagation.ts',
    from: 'events.find((b) => b.trigger.code === code) ?? events.find((b) => b.trigger.code === undefined)',
    to: 'events[0]',
  },
  {
    bug: 'an uncaught failure leaves the instance running',
    file: 'policies/error-propagation.ts',
    from: 'if (outer === undefined) failInstance(run, error.element, error.code, error.message);\n    else {',
    to: 'if (outer !== undefined) {',
  },
  {
    bug: 'an uncaught error end event fails the instance',
    file: 'policies/error-propagation.ts',
    from: 'if (outer !== undefined) interruptHost(run, outer.boundary, outer.host, error);\n}',
    to: 'if (outer !== undefined) interruptHost(run, outer.boundary, outer.host, error);\n  else failInstance(run, error.element, error.code, error.message);\n}',
  },
  {
    bug: 'a terminate end event cancels nothing',
    file: 'behaviours/end-event.ts',
    from: 'cancelOtherTokens(run, entry.scope, null, ',
    to: 'String(',
  },
  {
    bug: 'steps queued before a terminate end event run after it',
    file: 'policies/cancellation.ts',
    from: 'export function cancelOtherTokens(run: Run, scope: Ordinal, keep: Ordinal | null, reason: string): void {\n  dropSteps(run, scope);',
    to: 'export function cancelOtherTokens(run: Run, scope: Ordinal, keep: Ordinal | null, reason: string): void {',
  },
  {
    bug: 'the inside of a host is cancelled oldest first',
    file: 'policies/cancellation.ts',
    from: 'found.sort((a, b) => b.ordinal - a.ordinal)',
    to: 'found.sort((a, b) => a.ordinal - b.ordinal)',
  },
  {
    bug: 'a cancelled last token completes its host (L4)',
    file: 'policies/scope-completion.ts',
    from: "  closeBody(run, body);\n  if (leaving.kind === 'normal') {",
    to: '  closeBody(run, body);\n  if (leaving !== undefined) {',
  },
  {
    bug: 'a cancelled last token completes the instance (L4)',
    file: 'policies/scope-completion.ts',
    from: "if (leaving.kind === 'normal') run.emit(",
    to: 'if (leaving !== undefined) run.emit(',
  },
  { bug: 'steps are not counted', file: 'decide.ts', from: 'run.stepsTaken += 1;', to: '' },
  {
    bug: 'the counter of ordinals is not kept',
    file: 'apply.ts',
    from: 'if (ordinal > state.counter) state.counter = ordinal;',
    to: '',
  },
  {
    bug: 'a snapshot forgets the tokens a join holds',
    file: 'snapshot.ts',
    from: '...(entry.held === null ? {} : { held: [...entry.held] }),',
    to: '',
  },
  {
    bug: 'a user task is completed by somebody who did not claim it',
    file: 'open-command.ts',
    from: 'if (claimedBy !== command.userId)',
    to: 'if (claimedBy === command.userId && claimedBy === null)',
  },
  {
    bug: 'expected outputs may be missing',
    file: 'open-command.ts',
    from: 'if (names.length > 0) return',
    to: 'if (names.length < 0) return',
  },
];
