import type { CellTest, DecisionLogic, DecisionModel, DecisionTable, DecisionText, TypedName } from '../../engine/model.ts';
import { isLongName, namesReadIn } from '../../expressions/deploy-decisions.ts';
import type { Speller } from '../dialects/dialect-words.ts';
import { quote } from '../finding.ts';
import { attributeOf } from '../xml/xml-element.ts';
import { hasStringValues } from './check-cells.ts';
import type { DecisionFile } from './decision-file.ts';
import type { TablePlace } from './decision-finding.ts';
import { partsOf } from './dmn-xml.ts';

/** Limit per decision. */
const MAX_WARNINGS = 20;

export interface NamedDecision {
  readonly model: DecisionModel;
  readonly file: DecisionFile;
  /** `<tag> '<id>'`, for messages. */
  readonly subject: string;
}

/** Names defined by other decisions of a deployment. */
export interface NamesAround {
  modelOf(id: string): DecisionModel | undefined;
  /** Parameters of decision services. */
  readonly ofServices: readonly string[];
  /** Element that defines the name. */
  ownerOf(name: string): string | undefined;
  readonly speller: Speller;
}

/**
 * Warns about undefined names (docs/contributing/spec/decisions.md#unknown-names). A decision without input data, or from the Camunda modeler (where it
 * is only documentation), may read any variable. There, only words in string columns get a warning.
 */
export function checkNames({ model, file, subject }: NamedDecision, around: NamesAround): void {
  const hasAllNames = model.isClosed === true || ((model.inputs ?? []).length > 0 && !file.hasHintsOnly);
  if (model.logic.kind === 'service') return;
  const names = [...namesOf(model, file, around)];
  const long = [...new Set([...names, ...file.names])].filter(isLongName);
  new NameCheck({ file, subject, around, long, hasAllNames }).logic(model.logic, new Names(names), []);
}

/** Readable by the expressions of a decision. */
function* namesOf(model: DecisionModel, file: DecisionFile, around: NamesAround): Iterable<string> {
  yield '?';
  yield* model.names;
  yield model.name;
  yield* around.ofServices;
  for (const { name, group } of model.inputs ?? []) yield group ?? name;
  for (const { id, group } of [...model.requires, ...(model.knows ?? [])]) {
    if (group !== undefined) yield group;
    const required = around.modelOf(id);
    yield* required?.names ?? [];
    if (required?.logic.kind === 'table') for (const { name } of required.logic.outputs) yield name;
  }
  for (const imported of partsOf(file.definitions, 'import', 'itemDefinition')) yield attributeOf(imported, 'name') ?? '';
}

/** Names in scope. Entries of a context are added one by one. */
class Names {
  readonly #own: Set<string>;
  readonly #outer: Names | undefined;

  constructor(own: Iterable<string>, outer?: Names) {
    this.#own = new Set(own);
    this.#outer = outer;
  }

  add(name: string): void {
    this.#own.add(name);
  }

  has(name: string): boolean {
    return this.#own.has(name) || this.#outer?.has(name) === true;
  }

  /** Outer names first. */
  all(): readonly string[] {
    return [...(this.#outer?.all() ?? []), ...this.#own];
  }
}

interface NameCheckParts {
  readonly file: DecisionFile;
  readonly subject: string;
  readonly around: NamesAround;
  /** Several words or special characters. */
  readonly long: readonly string[];
  /** All readable names are known. */
  readonly hasAllNames: boolean;
}

/** Checks each expression with the names in its scope. */
class NameCheck {
  readonly #parts: NameCheckParts;
  #warningCount = 0;

  constructor(parts: NameCheckParts) {
    this.#parts = parts;
  }

  /** @param path prefix for messages: context entries, parameters */
  logic(logic: DecisionLogic, names: Names, path: readonly string[]): void {
    switch (logic.kind) {
      case 'text':
        this.#text(logic.text, names, path, 'expression');
        return;
      case 'table':
        this.#table(logic, names, path);
        return;
      case 'list':
        for (const [at, item] of logic.items.entries()) this.logic(item, names, [...path, `item ${at + 1}`]);
        return;
      case 'context': {
        const inside = new Names([], names);
        for (const { name, logic: entry } of logic.entries) {
          // a function may call itself recursively
          if (name !== undefined && isFunction(entry)) inside.add(name);
          this.logic(entry, inside, name === undefined ? path : [...path, `entry '${quote(name)}'`]);
          if (name !== undefined) inside.add(name);
        }
        return;
      }
      case 'conditional':
        this.logic(logic.test, names, [...path, 'if']);
        this.logic(logic.positive, names, [...path, 'then']);
        this.logic(logic.negative, names, [...path, 'else']);
        return;
      case 'function':
        this.logic(logic.body, new Names(namesIn(logic.parameters), names), path);
        return;
      case 'typed':
        this.logic(logic.logic, names, path);
        return;
      case 'call':
        this.#text(logic.callee, names, path, 'function');
        for (const { name, logic: given } of logic.arguments) this.logic(given, names, [...path, `parameter '${quote(name)}'`]);
        return;
      case 'for':
        this.logic(logic.list, names, [...path, 'in']);
        this.logic(logic.each, new Names([logic.variable, 'partial'], names), [...path, 'return']);
        return;
      case 'quantified':
        this.logic(logic.list, names, [...path, 'in']);
        this.logic(logic.test, new Names([logic.variable], names), [...path, 'satisfies']);
        return;
      case 'filter':
        // may use unknown properties of the items
        this.logic(logic.list, names, [...path, 'in']);
        return;
      case 'service':
    }
  }

  #table(table: DecisionTable, names: Names, path: readonly string[]): void {
    const inside = this.#parts.hasAllNames ? names : new Names(namesOfInputs(table), names);
    for (const [at, { name, text, allowed }] of table.inputs.entries()) {
      const slot = `input ${at + 1} '${quote(name)}'`;
      this.#text(text, names, path, slot, { input: at + 1 });
      if (allowed !== undefined) this.#cell(allowed, names, path, `${slot}, input values`, { input: at + 1 });
    }
    for (const [at, { name, order = [], allowed, otherwise }] of table.outputs.entries()) {
      const [slot, output] = [`output ${at + 1} '${quote(name)}'`, at + 1];
      for (const value of order) this.#text(value, names, path, `${slot}, output values`, { output });
      if (allowed !== undefined) this.#cell(allowed, names, path, `${slot}, output values`, { output });
      if (otherwise !== undefined) this.#text(otherwise, names, path, `${slot}, default`, { output });
    }
    const texts = stringColumns(table);
    for (const [at, { entries, results }] of table.rules.entries()) {
      const row = at + 1;
      for (const [column, entry] of entries.entries()) {
        const input = table.inputs[column];
        if (entry.kind !== 'text' || input === undefined) continue;
        const slot = `rule ${row}, input ${column + 1} '${quote(input.name)}'`;
        const place = { row, input: column + 1, hasStringValues: texts.inputs[column] === true };
        this.#cell(entry, new Names(input.variables, inside), path, slot, place);
      }
      for (const [column, result] of results.entries()) {
        if (result === null) continue;
        const slot = `rule ${row}, output ${column + 1} '${quote(table.outputs[column]?.name ?? '')}'`;
        this.#text(result, inside, path, slot, { row, output: column + 1, hasStringValues: texts.outputs[column] === true });
      }
    }
  }

  #cell(cell: CellTest, names: Names, path: readonly string[], slot: string, at: CellPlace): void {
    if (cell.kind === 'text') this.#text(cell.text, names, path, slot, at, cell);
  }

  #text(
    text: DecisionText,
    names: Names,
    path: readonly string[],
    slot: string,
    { hasStringValues: isText = false, ...at }: CellPlace = {},
    holder: object = text,
  ): void {
    if (text.kind !== 'expression' || text.dialect !== 'feel' || this.#warningCount > MAX_WARNINGS) return;
    const { hasAllNames } = this.#parts;
    if (!hasAllNames && !isText) return;
    const squeezed = text.source.replace(/\s+/g, '');
    const long = this.#parts.long.filter((name) => squeezed.includes(name.replace(/\s+/g, '')));
    const unknown = (known: readonly string[]) => namesReadIn(text.source, known).filter((name) => !names.has(name));
    let missing = unknown(long.filter((name) => names.has(name)));
    if (missing.length === 0) return;
    // an unknown name with special characters is parsed as several names
    const whole = unknown(long);
    if (whole.length > 0) missing = whole;
    const words = isText ? wordsIn(text.text) : NONE;
    for (const name of hasAllNames ? missing : missing.filter((one) => words.has(one))) {
      this.#warningCount += 1;
      if (this.#warningCount > MAX_WARNINGS) {
        this.#warn('dmn-more', 'more findings for its names were omitted', undefined, {});
        return;
      }
      const place = [...path, slot].join(', ');
      const what = hasAllNames ? `is unknown${this.#hint(name, names)}` : 'is the name of a variable';
      const advice = words.has(name) ? `; a text has quotes: "${quote(name)}"` : '';
      this.#warn('dmn-unknown-name', `${place}: '${quote(name)}' ${what}${advice}`, holder, at);
    }
  }

  #hint(name: string, names: Names): string {
    const { ownerOf, speller } = this.#parts.around;
    const owner = ownerOf(name);
    return owner === undefined ? speller.among(quote(name), names.all()) : `; ${owner} is not required`;
  }

  #warn(rule: 'dmn-unknown-name' | 'dmn-more', text: string, holder: object | undefined, at: TablePlace): void {
    const { file, subject } = this.#parts;
    const place = holder && file.places.get(holder);
    file.warnings.push({ rule, subject, text, ...(place === undefined ? {} : { place }), ...at });
  }
}

/** `hasStringValues`: of the column. */
type CellPlace = TablePlace & { readonly hasStringValues?: boolean };

const NONE: ReadonlySet<string> = new Set();

/** Words that fill a cell or a test; probably strings without quotes. */
function wordsIn(cell: string): ReadonlySet<string> {
  const tests = (/^not\s*\(([^()]*)\)$/.exec(cell.trim())?.[1] ?? cell).split(',').map((test) => test.trim());
  return new Set(tests.filter((test) => /^[\p{L}_][\p{L}\p{N}_]*(?:\s+[\p{L}\p{N}_]+)*$/u.test(test)));
}

/** Read by the input expressions. */
function namesOfInputs({ inputs }: DecisionTable): readonly string[] {
  return inputs.flatMap(({ text }) =>
    text.kind === 'expression' && text.dialect === 'feel' ? namesReadIn(text.source, []) : [],
  );
}

function stringColumns({ inputs, outputs, rules }: DecisionTable): Readonly<Record<'inputs' | 'outputs', readonly boolean[]>> {
  return {
    inputs: inputs.map(({ type }, column) =>
      hasStringValues(
        type,
        rules.map(({ entries }) => entries[column]),
      ),
    ),
    outputs: outputs.map(({ type }, column) =>
      hasStringValues(
        type,
        rules.map(({ results }) => results[column]),
      ),
    ),
  };
}

function isFunction(logic: DecisionLogic): boolean {
  return logic.kind === 'function' || (logic.kind === 'typed' && isFunction(logic.logic));
}

function namesIn(parameters: readonly TypedName[]): readonly string[] {
  return parameters.map(({ name }) => name);
}
