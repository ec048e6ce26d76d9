import { AssertionError } from 'node:assert';
import { decided, decisionAmong, rulesText } from '../decision-assertion.ts';
import type { TestStep } from './actions.ts';
import { type TestMembers, UnreadableTest } from './members.ts';
import { allInstances } from './selectors.ts';

/** Asserts the result of the last decision that the selector matches: one of a task, or of the test itself. */
export function assertDecision(members: TestMembers): TestStep {
  const selector = members.object('decisionSelector');
  const id = selector.textOr('decisionDefinitionId', undefined);
  const name = selector.textOr('decisionDefinitionName', undefined);
  selector.end();
  const wanted = id ?? name;
  if (wanted === undefined)
    throw new UnreadableTest(`${selector.place}: 'decisionDefinitionId' or 'decisionDefinitionName' is missing`);
  const value = members.value('output');
  const matched = members.counts('matchedRules');
  const notMatched = members.counts('notMatchedRules');
  const isNone = members.flagOr('noMatchedRules', false);
  return (world) => {
    const made = [...allInstances(world).flatMap(({ decisions }) => decisions), ...world.decisions];
    const fitting = made.filter((one) => (id === undefined || one.id === id) && (name === undefined || one.name === name));
    const { rules } = decisionAmong('this test', id !== undefined && name !== undefined ? fitting : made, wanted);
    decided('this test', fitting, wanted, { ...(value !== undefined && { value }), ...(isNone && { rules: [] }) });
    const missing = matched.filter((rule) => !rules.includes(rule));
    if (missing.length > 0) fail(wanted, `matched ${rulesText(rules)}, not ${rulesText(missing)}`);
    const found = notMatched.filter((rule) => rules.includes(rule));
    if (found.length > 0) fail(wanted, `matched ${rulesText(found)}`);
  };
}

function fail(decision: string, text: string): never {
  throw new AssertionError({ message: `decision '${decision}' ${text}` });
}
