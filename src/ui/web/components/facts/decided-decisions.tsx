import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Decided, DecidedDecision, KeptTable } from '../../../../engine/decisions/decided.ts';
import './decided-decisions.css';
import { decisionsTexts } from '../../texts/decisions.ts';

const words = decisionsTexts.decided;

/** Stored evaluations with results; for tables also inputs and matching rules. `more`: number of those not stored. */
export function DecidedDecisions(props: Pick<Decided, 'decisions' | 'more'> & { readonly titleOf: TitleOf }) {
  const { decisions, more, titleOf } = props;
  return (
    <>
      {decisions.map((decision, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a decision may be made several times, and the list never changes
        <OneDecision key={index} decision={decision} titleOf={titleOf} />
      ))}
      <LeftOut count={more} what="decisions" />
    </>
  );
}

type TitleOf = (decision: { readonly key: string; readonly name: string }) => ReactNode;

function OneDecision({ decision, titleOf }: { readonly decision: DecidedDecision; readonly titleOf: TitleOf }) {
  const { key, name = key, tables, more } = decision;
  return (
    <div className="any-text">
      <Text size="sm" fw={600} component="div">
        {titleOf({ key, name })}
      </Text>
      <Text size="xs">{words.result(keptText(decision.value))}</Text>
      {tables.map((table, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a table may be decided several times, and the list never changes
        <OneTable key={index} name={name} table={table} />
      ))}
      <LeftOut count={more} what="tables" />
    </div>
  );
}

function OneTable({ name, table: { inputs, rules, more } }: { readonly name: string; readonly table: KeptTable }) {
  return (
    <>
      <table aria-label={words.rulesOf(name)} className="decided-table">
        <tbody>
          {inputs.map((input, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: inputs may share a name, and the list never changes
            <tr key={index}>
              <th scope="row">{input.name}</th>
              <td>{keptText(input.value)}</td>
            </tr>
          ))}
          {rules.map((rule) => (
            <tr key={rule.number}>
              <th scope="row">{words.rule(rule.number)}</th>
              <td>{keptText(rule.outputs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rules.length === 0 && <Text size="xs">{words.noRule}</Text>}
      <LeftOut count={more} what="rules" />
    </>
  );
}

function LeftOut({ count, what }: { readonly count: number | undefined; readonly what: 'decisions' | 'tables' | 'rules' }) {
  return count === undefined ? null : <Text size="xs">{words.moreOf[what](count)}</Text>;
}

/** JSON text; undefined (too long to be stored): a note. */
export function keptText(value: unknown): string {
  return value === undefined ? words.tooLong : JSON.stringify(value);
}
