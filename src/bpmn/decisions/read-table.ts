import type {
  Aggregation,
  DecisionTable,
  DecisionText,
  DecisionType,
  HitPolicy,
  TableInput,
  TableOutput,
  TableRule,
} from '../../engine/model.ts';
import { isForbiddenName } from '../../expressions/limits.ts';
import { inputVariablesOf } from '../dialects/decision-files.ts';
import { quote } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import { checkTable } from './check-table.ts';
import type { DecisionFile } from './decision-file.ts';
import { partOf, partsOf, textIn } from './dmn-xml.ts';

const HIT_POLICIES: ReadonlySet<string> = new Set<HitPolicy>([
  ...(['UNIQUE', 'FIRST', 'PRIORITY', 'ANY', 'COLLECT', 'RULE ORDER', 'OUTPUT ORDER'] as const),
]);
const AGGREGATIONS: ReadonlySet<string> = new Set<Aggregation>(['SUM', 'MIN', 'MAX', 'COUNT']);

/**
 * docs/contributing/spec/decisions.md#tables
 * @param name of a single output without a name
 */
export function readTable(xml: XmlElement, name: string, file: DecisionFile): DecisionTable {
  const hitPolicy = hitPolicyOf(xml, file);
  const aggregation = hitPolicy === 'COLLECT' ? aggregationOf(xml, file) : undefined;
  const rows = partsOf(xml, 'rule');
  const inputs = partsOf(xml, 'input').map((input, at) => readInput(input, at, file, rows));
  const columns = partsOf(xml, 'output');
  if (columns.length === 0) file.report('dmn-table', xml, 'the table has no output');
  const isOrdered = hitPolicy === 'PRIORITY' || hitPolicy === 'OUTPUT ORDER';
  const outputs = columns.map((output) => readOutput(output, columns.length === 1 ? name : undefined, isOrdered, file));
  checkOutputs(xml, { hitPolicy, aggregation, outputs }, file);
  const rules = rows.map((rule, at) => readRule(rule, at + 1, { inputs, outputs }, file));
  const table: DecisionTable = {
    kind: 'table',
    hitPolicy,
    ...(aggregation === undefined ? {} : { aggregation }),
    inputs,
    outputs,
    rules,
  };
  if (file.findings.length === 0) checkTable(xml, table, file);
  return table;
}

function hitPolicyOf(xml: XmlElement, file: DecisionFile): HitPolicy {
  const written = attributeOf(xml, 'hitPolicy') ?? 'UNIQUE';
  const policy = written.toUpperCase().replaceAll('_', ' ');
  if (!HIT_POLICIES.has(policy)) file.report('dmn-table', xml, `hit policy '${quote(written)}' is not supported`);
  return policy as HitPolicy;
}

function aggregationOf(xml: XmlElement, file: DecisionFile): Aggregation | undefined {
  const written = attributeOf(xml, 'aggregation')?.toUpperCase();
  if (written === undefined || AGGREGATIONS.has(written)) return written as Aggregation | undefined;
  file.report('dmn-table', xml, `aggregation '${quote(written)}' is not supported`);
  return undefined;
}

function checkOutputs(
  xml: XmlElement,
  {
    hitPolicy,
    aggregation,
    outputs,
  }: Pick<DecisionTable, 'hitPolicy' | 'outputs'> & { readonly aggregation: Aggregation | undefined },
  file: DecisionFile,
): void {
  if (aggregation !== undefined && outputs.length > 1)
    file.report('dmn-table', xml, `aggregation ${aggregation} needs a single output`);
  if ((hitPolicy === 'PRIORITY' || hitPolicy === 'OUTPUT ORDER') && outputs.every(({ order }) => order === undefined)) {
    file.report('dmn-table', xml, `hit policy ${hitPolicy} needs output values in their order`);
  }
  const names = outputs.map(({ name }) => name);
  const forbidden = names.find(isForbiddenName);
  if (forbidden !== undefined) file.report('dmn-table', xml, `an output may not be called '${forbidden}'`);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined)
    file.report('dmn-table', xml, twice === '' ? 'several outputs need names' : `two outputs are called '${quote(twice)}'`);
}

function readInput(xml: XmlElement, at: number, file: DecisionFile, rows: readonly XmlElement[]): TableInput {
  const expression = partOf(xml, 'inputExpression');
  const text = expression === undefined ? '' : textIn(expression);
  const name = attributeOf(xml, 'label') ?? (text || `${at + 1}`);
  const cells = () => rows.map((row) => partsOf(row, 'inputEntry')[at]).map((cell) => (cell === undefined ? '' : textIn(cell)));
  const type = columnType(file.types.of(expression), expression, file, cells);
  const slot = `input '${quote(name)}'`;
  const allowed = partOf(xml, 'inputValues');
  return {
    name,
    type,
    text: file.expression(expression ?? xml, text, 'expression', xml),
    variables: inputVariablesOf(xml),
    ...(allowed === undefined || file.hasHintsOnly || textIn(allowed) === ''
      ? {}
      : { allowed: file.cell(allowed, textIn(allowed), `${slot}, input values`) }),
  };
}

/** Converts values in files of some dialects (docs/contributing/spec/decisions.md#types-of-camunda-7). @param cells of an input */
function columnType(
  type: DecisionType,
  xml: XmlElement | undefined,
  file: DecisionFile,
  cells?: () => readonly string[],
): DecisionType {
  if (!file.convertsValues || typeof type !== 'string') return type;
  if (type === 'date' && cells === undefined) return { kind: 'converted', type };
  if (type === 'date') return isComparedWithDates(cells?.() ?? []) ? type : { kind: 'converted', type: 'dateTime' };
  if (type !== 'number') return type === 'string' || type === 'boolean' ? { kind: 'converted', type } : type;
  // Camunda 7 has no type `number`
  const name = (xml && attributeOf(xml, 'typeRef'))?.replace(/^feel:/, '').toLowerCase();
  if (name === 'double') return { kind: 'converted', type };
  return name === 'integer' || name === 'long' ? { kind: 'converted', type, whole: name } : type;
}

/** Such cells never match a date with time. */
function isComparedWithDates(cells: readonly string[]): boolean {
  return cells.some((cell) => /\bdate\s*\(/.test(cell)) && !cells.some((cell) => /\bdate and time\s*\(/.test(cell));
}

function readOutput(xml: XmlElement, only: string | undefined, isOrdered: boolean, file: DecisionFile): TableOutput {
  const name = attributeOf(xml, 'name') ?? only ?? '';
  const type = columnType(file.types.of(xml), xml, file);
  const values = partOf(xml, 'outputValues') ?? (isOrdered ? file.types.allowedOf(xml) : undefined);
  const text = values === undefined ? '' : textIn(values);
  const otherwise = partOf(xml, 'defaultOutputEntry');
  const slot = `output '${quote(name)}'`;
  const hasValues = values !== undefined && text !== '';
  return {
    name,
    type,
    ...(hasValues && isOrdered ? { order: file.values(values, text, `${slot}, output values`) } : {}),
    ...(hasValues && !isOrdered && !file.hasHintsOnly ? { allowed: file.cell(values, text, `${slot}, output values`) } : {}),
    ...(otherwise === undefined || textIn(otherwise) === ''
      ? {}
      : { otherwise: file.expression(otherwise, textIn(otherwise), `${slot}, default`, xml) }),
  };
}

function readRule(
  xml: XmlElement,
  number: number,
  { inputs, outputs }: Pick<DecisionTable, 'inputs' | 'outputs'>,
  file: DecisionFile,
): TableRule {
  const entries = partsOf(xml, 'inputEntry');
  const results = partsOf(xml, 'outputEntry');
  if (entries.length !== inputs.length)
    file.report('dmn-rule-length', xml, `rule ${number} has ${entries.length} input entries for ${inputs.length} inputs`);
  if (results.length !== outputs.length)
    file.report('dmn-rule-length', xml, `rule ${number} has ${results.length} output entries for ${outputs.length} outputs`);
  const id = attributeOf(xml, 'id');
  return {
    ...(id === undefined ? {} : { id }),
    entries: inputs.map(({ name }, at) => {
      const entry = entries[at];
      if (entry === undefined) return { kind: 'any' };
      return file.cell(entry, textIn(entry), `rule ${number}, input '${quote(name)}'`);
    }),
    results: outputs.map(({ name }, at): DecisionText | null => {
      const result = results[at];
      const text = result === undefined ? '' : textIn(result);
      return result === undefined || text === '' || text === '-'
        ? null
        : file.expression(result, text, `rule ${number}, output '${quote(name)}'`);
    }),
  };
}
