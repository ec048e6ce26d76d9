/** A decision table in a few words: a rule has the texts of its cells, inputs first. */
export interface ShortTable {
  readonly hitPolicy?: string;
  readonly aggregation?: string;
  /** expression, or expression and type */
  readonly inputs: readonly (string | readonly [text: string, type: string, more?: string])[];
  /** name, or name and type; `more`: what else is in it */
  readonly outputs: readonly (string | readonly [name: string, type: string, more?: string])[];
  readonly rules: readonly (readonly string[])[];
}

export const DMN_1_3 = 'https://www.omg.org/spec/DMN/20191111/MODEL/';

/** A file of decisions. @param attributes of `definitions` */
export function decisionFile(body: string, attributes = '', namespace = DMN_1_3): string {
  return `<definitions xmlns="${namespace}" id="file" name="file" namespace="http://example.org/file" ${attributes}>\n${body}\n</definitions>`;
}

/** A decision with a table; `requires`: ids. */
export function decisionTable(id: string, table: ShortTable, requires: readonly string[] = []): string {
  const { hitPolicy, aggregation, inputs, outputs, rules } = table;
  const policy =
    (hitPolicy === undefined ? '' : ` hitPolicy="${hitPolicy}"`) +
    (aggregation === undefined ? '' : ` aggregation="${aggregation}"`);
  const lines = [
    ...inputs.map((input) => {
      const [text, type, more = ''] = typeof input === 'string' ? [input, 'Any'] : input;
      return `<input label="${escaped(text)}"><inputExpression typeRef="${type}">${textOf(text)}</inputExpression>${more}</input>`;
    }),
    ...outputs.map((output) => {
      const [name, type, more = ''] = typeof output === 'string' ? [output, 'Any'] : output;
      return `<output name="${name}" typeRef="${type}">${more}</output>`;
    }),
    ...rules.map((cells) => {
      const entries = cells.map((cell, at) => {
        const tag = at < inputs.length ? 'inputEntry' : 'outputEntry';
        return `<${tag}>${textOf(cell)}</${tag}>`;
      });
      return `<rule>${entries.join('')}</rule>`;
    }),
  ];
  return decision(id, `<decisionTable${policy}>\n${lines.join('\n')}\n</decisionTable>`, requires);
}

/** A decision with any logic. */
export function decision(id: string, logic: string, requires: readonly string[] = []): string {
  const required = requires.map(
    (other) => `<informationRequirement><requiredDecision href="#${other}"/></informationRequirement>`,
  );
  return `<decision id="${id}" name="${id}">${required.join('')}${logic}</decision>`;
}

/** A literal expression. */
export function literal(text: string, attributes = ''): string {
  return `<literalExpression ${attributes}>${textOf(text)}</literalExpression>`;
}

function textOf(text: string): string {
  return `<text>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
