import { makeTraced } from '../../engine/decisions/traced-decision.ts';
import { type CommandHandler, done, rejected } from './command-handler.ts';
import { keptEvaluation } from './kept-evaluation.ts';

/** Stores only the reply, and the evaluation if that is enabled (docs/contributing/spec/decisions.md#evaluate). */
export const evaluateDecision: CommandHandler<'EvaluateDecision'> = {
  needs: ({ key, version }) => ({ decision: { key, version } }),
  handle(unit, command) {
    const { id, key, version, variables, businessId, withCells } = command;
    const found = unit.loaded.madeDecisions.get(id);
    if (found === undefined) return rejected({ code: 'DECISION_NOT_DEPLOYED', key, version });
    const result = makeTraced({ id, key, decisions: found.decisions, variables, businessId, withCells }, unit.context);
    const keep = (outcome: Parameters<typeof keptEvaluation>[2]) => {
      const { decisions } = unit;
      if (decisions.keepsEvaluations) decisions.evaluations.push(keptEvaluation(command, found.version, outcome));
    };
    const properties = { DecisionKey: key, Version: found.version };
    if (!result.ok) {
      keep({ failure: result.reason });
      unit.log(command, 'decision-not-made', { ...properties, ErrorMessage: result.reason });
      return rejected({ code: 'DECISION_NOT_MADE', reason: result.reason });
    }
    const { maxWriteSize } = unit.context.limits;
    if (JSON.stringify(result.value).length > maxWriteSize)
      return rejected({ code: 'DECISION_NOT_MADE', reason: `the answer has more than ${maxWriteSize} characters` });
    keep({ made: result.value });
    unit.log(command, 'decision-evaluated', properties);
    const named = businessId === undefined ? {} : { businessId };
    return done<'EvaluateDecision'>({ version: found.version, ...named, decisions: result.value });
  },
};
