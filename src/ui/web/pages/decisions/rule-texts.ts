import type { RuleTexts } from '../../components/facts/rule-table.tsx';
import { childOf, childrenOf, type DmnFile, logicOf, textOf } from './dmn-file.ts';

/** Texts of the table of a decision; undefined: no table with rules. */
export function ruleTextsOf(file: DmnFile, decisionKey: string): RuleTexts | undefined {
  const node = file.node(decisionKey);
  const table = node && logicOf(node);
  if (table?.localName !== 'decisionTable') return undefined;
  const inputs = childrenOf(table, 'input').map(
    (input) => input.getAttribute('label') || textOf(childOf(input, 'inputExpression')),
  );
  const outputs = childrenOf(table, 'output').map(
    (output) => output.getAttribute('name') || output.getAttribute('label') || (node?.name ?? decisionKey),
  );
  const rules = childrenOf(table, 'rule').map((rule) =>
    ['inputEntry', 'outputEntry'].flatMap((entry) => childrenOf(rule, entry).map(textOf)),
  );
  const width = inputs.length + outputs.length;
  return rules.length > 0 && rules.every(({ length }) => length === width) ? { inputs, outputs, rules } : undefined;
}
