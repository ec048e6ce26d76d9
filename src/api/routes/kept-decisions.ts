import type { EvaluationItem } from '../../queries/history/instance-decisions.ts';

/** Decisions as they are kept of tasks and calls. What is left out there stays left out: a value of null was one. */
export function keptDecisions(decisions: EvaluationItem['decided']['decisions']): readonly object[] {
  return decisions.map(({ key, name = key, value, tables, more: moreTables }) => ({
    decisionKey: key,
    name,
    result: value,
    tables: tables.map(({ inputs, rules, more: moreRules }) => ({ inputs, rules, moreRules })),
    moreTables,
  }));
}
