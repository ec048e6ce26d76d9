import type { DecisionTable, Place } from '../../engine/model.ts';
import { quote } from '../finding.ts';
import { attributeOf, type XmlElement } from '../xml/xml-element.ts';
import { checkCells, type TableNames, type TableWarning } from './check-cells.ts';
import type { DecisionFile } from './decision-file.ts';
import type { TablePlace } from './decision-finding.ts';
import { partsOf } from './dmn-xml.ts';
import { columnsOf, type TableColumn } from './table-columns.ts';

/** Finds overlaps and gaps in a limited number of steps. */
class TableRules {
  readonly #columns: readonly TableColumn[];
  readonly #count: number;
  #steps: number;

  constructor(columns: readonly TableColumn[], count: number, maxSteps: number) {
    this.#columns = columns;
    this.#count = count;
    this.#steps = maxSteps;
  }

  /** True if stopped at the limit. */
  get isExhausted(): boolean {
    return this.#steps <= 0;
  }

  /** `outer` matches everything that `inner` matches. */
  covers(outer: number, inner: number): boolean {
    return this.#columns.every(({ passed }) => {
      this.#steps -= 1;
      const [wide, narrow] = [passed[outer], passed[inner]];
      return wide !== undefined && narrow !== undefined && (narrow & ~wide) === 0n;
    });
  }

  /** One part per column; undefined if no parts match both, or cells must be evaluated. */
  common(one: number, other: number): readonly number[] | undefined {
    const found: number[] = [];
    for (const { passed, parts } of this.#columns) {
      this.#steps -= 1;
      const [a, b] = [passed[one], passed[other]];
      if (a === undefined || b === undefined) return undefined;
      const both = a & b;
      // ignore an overlap of null (bit 0) only
      const notNull = parts.length === 1 ? both : both & ~1n;
      if (notNull === 0n) return undefined;
      found.push(lowestBit(notNull));
    }
    return found;
  }

  /** True if `inner` matches something that no earlier rule matches, or if cells must be evaluated. */
  isReached(inner: number): boolean {
    if (this.#columns.some(({ passed }) => passed[inner] === undefined)) return true;
    const before = Array.from({ length: inner }, (_, at) => at).filter((rule) => this.#isKnown(rule));
    const within = this.#columns.map(({ passed }) => passed[inner] ?? 0n);
    return this.#uncovered(0, before, within) !== undefined;
  }

  /** Values without a rule, one part per column; undefined if there is no gap, or cells must be evaluated. */
  gap(): readonly number[] | undefined {
    const rules = Array.from({ length: this.#count }, (_, at) => at);
    if (!rules.every((rule) => this.#isKnown(rule))) return undefined;
    const within = this.#columns.map(({ parts }) =>
      parts.reduce((bits, { isExpected }, at) => (isExpected ? bits | (1n << BigInt(at)) : bits), 0n),
    );
    // without comparisons, a column causes no gap
    const required = within.map((bits, at) => (bits === 0n ? this.#allOf(at) : bits));
    const found = this.#uncovered(0, rules, required);
    return this.isExhausted ? undefined : found;
  }

  #allOf(column: number): bigint {
    return (1n << BigInt(this.#columns[column]?.parts.length ?? 0)) - 1n;
  }

  #isKnown(rule: number): boolean {
    return this.#columns.every(({ passed }) => passed[rule] !== undefined);
  }

  /** First combination without a rule. Recurses by column with the rules that match so far. */
  #uncovered(at: number, rules: readonly number[], within: readonly bigint[]): readonly number[] | undefined {
    const column = this.#columns[at];
    if (column === undefined) return rules.length === 0 ? [] : undefined;
    const bits = within[at] ?? 0n;
    const seen = new Set<string>();
    for (let part = 0; part < column.parts.length; part++) {
      const bit = 1n << BigInt(part);
      if ((bits & bit) === 0n) continue;
      this.#steps -= rules.length + 1;
      if (this.isExhausted) return [];
      const left = rules.filter((rule) => ((column.passed[rule] ?? 0n) & bit) !== 0n);
      // equal matching rules: equivalent parts
      const key = left.join();
      if (seen.has(key)) continue;
      seen.add(key);
      const found = this.#uncovered(at + 1, left, within);
      if (found !== undefined) return [part, ...found];
    }
    return undefined;
  }
}

function lowestBit(bits: bigint): number {
  return (bits & -bits).toString(2).length - 1;
}

const MAX_WARNINGS = 20;

/** Comparisons per table. The rest of a larger one is not checked. */
const MAX_STEPS = 300_000;

/**
 * Warns about rules that never apply, rules that overlap although one match is allowed, and values without a rule
 * (docs/contributing/spec/decisions.md#checks).
 */
export function checkTable(xml: XmlElement, table: DecisionTable, file: DecisionFile): void {
  const found: TableWarning[] = [];
  const rules = partsOf(xml, 'rule');
  const inputs = partsOf(xml, 'input');
  const named: TableNames = {
    rule: (at) => `rule ${at + 1}${idOf(rules[at] && attributeOf(rules[at], 'id'))}`,
    input: (at) => `input ${at + 1} '${quote(table.inputs[at]?.name ?? '')}'${idOf(inputs[at] && attributeOf(inputs[at], 'id'))}`,
  };
  checkCells(table, named, (warning) => found.push(warning));
  if (table.inputs.length > 0) for (const warning of ruleWarnings(table, named)) found.push(warning);
  for (const { rule, text, ...at } of found.slice(0, MAX_WARNINGS)) file.warn(rule, text, placeOf(at, xml, rules), at);
  if (found.length > MAX_WARNINGS) file.warn('dmn-more', 'more findings for this table were omitted', xml.place);
}

/** Cell, else rule, else table. */
function placeOf({ row, input, output }: TablePlace, xml: XmlElement, rules: readonly XmlElement[]): Place {
  const rule = row === undefined ? undefined : rules[row - 1];
  if (rule === undefined) return xml.place;
  const cells = output === undefined ? partsOf(rule, 'inputEntry') : partsOf(rule, 'outputEntry');
  return (cells[(output ?? input ?? 0) - 1] ?? rule).place;
}

function idOf(id: string | undefined): string {
  return id === undefined ? '' : ` (${quote(id)})`;
}

function* ruleWarnings(table: DecisionTable, named: TableNames): Iterable<TableWarning> {
  const { hitPolicy, rules, outputs } = table;
  if (hitPolicy !== 'UNIQUE' && hitPolicy !== 'FIRST') return;
  const columns = columnsOf(table);
  const found = new TableRules(columns, rules.length, MAX_STEPS);
  if (hitPolicy === 'FIRST') {
    for (let at = 1; at < rules.length && !found.isExhausted; at++) {
      if (found.isReached(at)) continue;
      const text = `${named.rule(at)} never decides: the rules before it match all that it matches`;
      yield { rule: 'dmn-unreachable-rule', text, row: at + 1 };
    }
    return;
  }
  yield* overlaps(found, rules.length, named, columns);
  // a default output covers every gap
  if (outputs.some(({ otherwise }) => otherwise !== undefined)) return;
  const gap = found.gap();
  if (gap !== undefined && gap.length > 0)
    yield { rule: 'dmn-table-gap', text: `no rule matches when ${shownParts(gap, columns, named)}` };
}

function* overlaps(found: TableRules, count: number, named: TableNames, columns: readonly TableColumn[]): Iterable<TableWarning> {
  for (let one = 0; one < count; one++) {
    for (let other = one + 1; other < count && !found.isExhausted; other++) {
      const common = found.common(one, other);
      if (common === undefined) continue;
      const [inner, outer] = found.covers(one, other) ? [other, one] : [one, other];
      if (found.covers(outer, inner)) {
        const text = `${named.rule(inner)} never decides alone: ${named.rule(outer)} matches all that it matches, UNIQUE allows one`;
        yield { rule: 'dmn-unreachable-rule', text, row: inner + 1 };
        continue;
      }
      const text = `${named.rule(one)} and ${named.rule(other)} match together${whenOf(common, columns, named)}, UNIQUE allows one`;
      yield { rule: 'dmn-rules-overlap', text, row: other + 1 };
    }
  }
}

function whenOf(parts: readonly number[], columns: readonly TableColumn[], named: TableNames): string {
  const shown = shownParts(parts, columns, named);
  return shown === '' ? '' : ` when ${shown}`;
}

/** Text without columns where any value matches. */
function shownParts(parts: readonly number[], columns: readonly TableColumn[], named: TableNames): string {
  return parts
    .flatMap((part, at) => {
      const shown = columns[at]?.parts[part];
      return shown === undefined || columns[at]?.parts.length === 1 ? [] : [`${named.input(at)} is ${quote(shown.shown)}`];
    })
    .join(' and ');
}
