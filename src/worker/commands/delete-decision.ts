import { type CommandHandler, done, rejected } from './command-handler.ts';

/** Deletes only a version that no deployed process references (docs/contributing/spec/decisions.md#delete). Idempotent. */
export const deleteDecision: CommandHandler<'DeleteDecision'> = {
  needs: ({ key, version }) => ({ decisionDeletion: { key, version } }),
  handle(unit, command) {
    const { id, key, version } = command;
    const decision = unit.decisions.get(key);
    if (decision === undefined || version < 1 || version > decision.highestVersion)
      return rejected({ code: 'DECISION_NOT_DEPLOYED', key, version });
    const target = unit.loaded.decisionDeletions.get(id);
    const latest = decision.latest?.version ?? null;
    if (target === undefined) return done<'DeleteDecision'>({ latestVersion: latest });
    if (target.isUsed) return rejected({ code: 'DECISION_IN_USE', key, version });
    unit.decisions.deleted.push(target);
    unit.log(command, 'decision-deleted', { DecisionKey: key, Version: version });
    return done<'DeleteDecision'>({ latestVersion: latest === version ? target.before : latest });
  },
};
