import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Decided, DecidedDecision, KeptTable } from '../../../../engine/decisions/decided.ts';
import './decided-decisions.css';
import { decisionsTexts } from '../../texts/decisions.ts';
import { ReadableValue } from './readable-value.tsx';
import { RuleTable, type RuleTexts } from './rule-table.tsx';

const words = decisionsTexts.decided;

/** Stored evaluations with results; for tables also inputs and matching rules, or all if `rulesOf` has them. `more`: number of those not stored. */
export function DecidedDecisions(
  props: Pick<Decided, 'decisions' | 'more'> & {
    readonly titleOf: TitleOf;
    readonly rulesOf?: (key: string) => RuleTexts | undefined;
  },
) {
  const { decisions, more, titleOf, rulesOf } = props;
  return (
    <>
      {decisions.map((decision, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a decision may be made several times, and the list never changes
        <OneDecision key={index} decision={decision} titleOf={titleOf} texts={rulesOf?.(decision.key)} />
      ))}
      <LeftOut count={more} what="decisions" />
    </>
  );
}

type TitleOf = (decision: { readonly key: string; readonly name: string }) => ReactNode;

function OneDecision(props: {
  readonly decision: DecidedDecision;
  readonly titleOf: TitleOf;
  readonly texts: RuleTexts | undefined;
}) {
  const { decision, titleOf, texts } = props;
  const { key, name = key, tables, more } = decision;
  return (
    <div className="any-text">
      <Text size="sm" fw={600} component="div">
        {titleOf({ key, name })}
      </Text>
      <Text size="sm" component="div">
        {words.result} {shown(decision.value)}
      </Text>
      {tables.map((table, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a table may be decided several times, and the list never changes
        <OneTable key={index} name={name} table={table} texts={texts} />
      ))}
      <LeftOut count={more} what="tables" />
    </div>
  );
}

function OneTable(props: { readonly name: string; readonly table: KeptTable; readonly texts: RuleTexts | undefined }) {
  const { name, table, texts } = props;
  const { inputs, rules, more } = table;
  // another table of the logic, such as that of a called function
  const isOwn = texts?.inputs.length === inputs.length && rules.every(({ number }) => number <= texts.rules.length);
  return (
    <>
      {texts !== undefined && isOwn ? (
        <RuleTable name={name} table={table} texts={texts} />
      ) : (
        <MatchingRules name={name} table={table} />
      )}
      {rules.length === 0 && <Text size="xs">{words.noRule}</Text>}
      <LeftOut count={more} what="rules" />
    </>
  );
}

function MatchingRules({ name, table: { inputs, rules } }: { readonly name: string; readonly table: KeptTable }) {
  return (
    <table aria-label={words.rulesOf(name)} className="decided-table">
      <tbody>
        {inputs.map((input, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: inputs may share a name, and the list never changes
          <tr key={index}>
            <th scope="row">{input.name}</th>
            <td>{shown(input.value)}</td>
          </tr>
        ))}
        {rules.map((rule) => (
          <tr key={rule.number}>
            <th scope="row">{words.rule(rule.number)}</th>
            <td>{shown(rule.outputs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LeftOut({ count, what }: { readonly count: number | undefined; readonly what: 'decisions' | 'tables' | 'rules' }) {
  return count === undefined ? null : <Text size="xs">{words.moreOf[what](count)}</Text>;
}

function shown(value: unknown): ReactNode {
  return value === undefined ? words.tooLong : <ReadableValue value={value} isNarrow />;
}

/** JSON text; undefined (too long to be stored): a note. */
export function keptText(value: unknown): string {
  return value === undefined ? words.tooLong : JSON.stringify(value);
}
