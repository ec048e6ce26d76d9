import { useState } from 'react';
import type { KeptTable } from '../../../../engine/decisions/decided.ts';
import { decisionsTexts } from '../../texts/decisions.ts';
import { ReadableValue } from './readable-value.tsx';

const words = decisionsTexts.decided;
/** With more rules, only matching ones are shown at first. */
const FEW = 12;

/** Texts of a decision table. A rule has its inputs first. */
export interface RuleTexts {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly rules: readonly (readonly string[])[];
}

/** All rules with the inputs of an evaluation; matching rules are highlighted and have their results. */
export function RuleTable(props: { readonly name: string; readonly table: KeptTable; readonly texts: RuleTexts }) {
  const { name, table, texts } = props;
  const [isWhole, setWhole] = useState(texts.rules.length <= FEW);
  const matched = new Map(table.rules.map((rule) => [rule.number, rule.outputs]));
  const rules = texts.rules.map((cells, index) => ({ number: index + 1, cells }));
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable with the keyboard */}
      <section className="decided-scroll" tabIndex={0} aria-label={words.rulesOf(name)}>
        <table aria-label={words.rulesOf(name)} className="decided-table decided-rules">
          <thead>
            <tr>
              <th scope="col">{words.ruleColumn}</th>
              {[...texts.inputs, ...texts.outputs].map((heading, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns may share a name, and never change
                <th key={index} scope="col" className={index === texts.inputs.length ? 'is-output' : undefined}>
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className="is-input">
              <th scope="row">{words.input}</th>
              {table.inputs.map((input, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: inputs may share a name, and never change
                <td key={index}>{input.value === undefined ? words.tooLong : <ReadableValue value={input.value} isNarrow />}</td>
              ))}
              <td colSpan={texts.outputs.length} className="is-output" />
            </tr>
            {rules
              .filter((rule) => isWhole || matched.has(rule.number))
              .map(({ number, cells }) => (
                <Rule
                  key={number}
                  number={number}
                  cells={cells}
                  texts={texts}
                  isMatched={matched.has(number)}
                  made={matched.get(number)}
                />
              ))}
          </tbody>
        </table>
      </section>
      {texts.rules.length > FEW && (
        <button type="button" className="link-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.onlyMatching : words.allRules(texts.rules.length)}
        </button>
      )}
    </>
  );
}

/** `made`: results of a matching rule; undefined: not stored. */
function Rule(props: {
  readonly number: number;
  readonly cells: readonly string[];
  readonly texts: RuleTexts;
  readonly isMatched: boolean;
  readonly made: Readonly<Record<string, unknown>> | undefined;
}) {
  const { number, cells, texts, isMatched, made } = props;
  const { inputs, outputs } = texts;
  const resultAt = (column: number) => {
    if (made === undefined) return undefined;
    const name = outputs[column] ?? '';
    return Object.hasOwn(made, name) ? made[name] : outputs.length === 1 ? Object.values(made)[0] : undefined;
  };
  return (
    <tr className={isMatched ? 'is-matched' : undefined}>
      <th scope="row">
        {isMatched && <span title={words.matches}>✓ </span>}
        {words.rule(number)}
      </th>
      {cells.map((cell, index) => {
        const column = index - inputs.length;
        const value = isMatched && column >= 0 ? resultAt(column) : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells of a rule never change
          <td key={index} className={column === 0 ? 'is-output' : undefined}>
            {value === undefined ? cellText(cell) : <ReadableValue value={value} isNarrow />}
          </td>
        );
      })}
    </tr>
  );
}

/** Texts without quotes, if the cell has nothing else. */
function cellText(cell: string): string {
  if (cell === '' || cell === '-') return '—';
  return /^"[^"\\]*"(?:\s*,\s*"[^"\\]*")*$/.test(cell) ? cell.replaceAll('"', '') : cell;
}
