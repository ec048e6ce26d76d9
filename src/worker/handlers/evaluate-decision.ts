import { makeTraced } from '../../engine/decisions/traced-decision.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Makes a decision for a client; nothing is stored but the reply (docs/spec/http/decisions.md#evaluate). */
export const evaluateDecision: CommandHandler<'EvaluateDecision'> = {
  kind: 'EvaluateDecision',
  needs: ({ key, version }) => ({ decision: { key, version } }),
  handle(unit, command) {
    const { id, key, version, variables } = command;
    const found = unit.loaded.madeDecisions.get(id);
    if (found === undefined) return rejected({ code: 'DECISION_NOT_DEPLOYED', key, version });
    const result = makeTraced({ id, key, decisions: found.decisions, variables }, unit.context);
    const properties = { DecisionKey: key, Version: found.version };
    if (!result.ok) {
      unit.log(command, 'decision-not-made', { ...properties, ErrorMessage: result.reason });
      return rejected({ code: 'DECISION_NOT_MADE', reason: result.reason });
    }
    const { maxWriteSize } = unit.context.limits;
    if (JSON.stringify(result.value).length > maxWriteSize)
      return rejected({ code: 'DECISION_NOT_MADE', reason: `the answer has more than ${maxWriteSize} characters` });
    unit.log(command, 'decision-evaluated', properties);
    return done<'EvaluateDecision'>({ version: found.version, decisions: result.value });
  },
};
