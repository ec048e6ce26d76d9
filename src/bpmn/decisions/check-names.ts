import type { CellTest, DecisionLogic, DecisionModel, DecisionTable, DecisionText, TypedName } from '../../engine/model.ts';
import { isLongName, namesReadIn } from '../../expressions/deploy-decisions.ts';
import type { Speller } from '../dialect-words.ts';
import { quote } from '../finding.ts';
import { attributeOf } from '../xml-element.ts';
import { isOfTexts } from './check-cells.ts';
import type { DecisionFile } from './decision-file.ts';
import type { TablePlace } from './decision-finding.ts';
import { partsOf } from './dmn-xml.ts';

/** Most that is said about the names in one decision. */
const MAX_WARNINGS = 20;

/** A decision that has been read, with all that can be read where it requires it. */
export interface NamedDecision {
  readonly model: DecisionModel;
  readonly file: DecisionFile;
  /** `<tag> '<id>'`, as messages call it */
  readonly subject: string;
}

/** The other decisions of a deploy. */
export interface NamesAround {
  modelOf(id: string): DecisionModel | undefined;
  /** names that calls of decision services give to what they make */
  readonly ofServices: readonly string[];
  /** what elsewhere in the deploy has this name; undefined: nothing has */
  ownerOf(name: string): string | undefined;
  readonly speller: Speller;
}

/**
 * Warns of names that nothing gives to a text (docs/contributing/spec/decisions.md#unknown-names). In decisions that may read variables of which nothing is known, those
 * without input data and those of Camunda's modeler, where input data is a drawing, it warns of words in columns of texts only.
 */
export function checkNames({ model, file, subject }: NamedDecision, around: NamesAround): void {
  const isTold = model.isClosed === true || ((model.inputs ?? []).length > 0 && !file.hasHintsOnly);
  if (model.logic.kind === 'service') return;
  const names = [...namesOf(model, file, around)];
  const long = [...new Set([...names, ...file.names])].filter(isLongName);
  new NameCheck({ file, subject, around, long, isTold }).logic(model.logic, new Names(names), []);
}

/** Every name that the texts of a decision may read. */
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

/** The names that are known at a place: contexts add theirs one by one. */
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

  /** The outermost first. */
  all(): readonly string[] {
    return [...(this.#outer?.all() ?? []), ...this.#own];
  }
}

interface NameCheckParts {
  readonly file: DecisionFile;
  readonly subject: string;
  readonly around: NamesAround;
  /** names of several words or signs that a text may mean */
  readonly long: readonly string[];
  /** all names are known that its texts may read */
  readonly isTold: boolean;
}

/** Goes through the texts of one decision with the names that each of them has around it. */
class NameCheck {
  readonly #parts: NameCheckParts;
  #said = 0;

  constructor(parts: NameCheckParts) {
    this.#parts = parts;
  }

  /** @param path what messages put in front: entries of contexts, parameters */
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
          // a function may call itself by the name of its entry
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
        // what is matched may name members of the items, which nobody knows
        this.logic(logic.list, names, [...path, 'in']);
        return;
      case 'service':
    }
  }

  #table(table: DecisionTable, names: Names, path: readonly string[]): void {
    const inside = this.#parts.isTold ? names : new Names(namesOfInputs(table), names);
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
    const texts = columnsOfTexts(table);
    for (const [at, { entries, results }] of table.rules.entries()) {
      const row = at + 1;
      for (const [column, entry] of entries.entries()) {
        const input = table.inputs[column];
        if (entry.kind !== 'text' || input === undefined) continue;
        const slot = `rule ${row}, input ${column + 1} '${quote(input.name)}'`;
        const place = { row, input: column + 1, isOfTexts: texts.inputs[column] === true };
        this.#cell(entry, new Names(input.variables, inside), path, slot, place);
      }
      for (const [column, result] of results.entries()) {
        if (result === null) continue;
        const slot = `rule ${row}, output ${column + 1} '${quote(table.outputs[column]?.name ?? '')}'`;
        this.#text(result, inside, path, slot, { row, output: column + 1, isOfTexts: texts.outputs[column] === true });
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
    { isOfTexts: isText = false, ...at }: CellPlace = {},
    holder: object = text,
  ): void {
    if (text.kind !== 'expression' || text.dialect !== 'feel' || this.#said > MAX_WARNINGS) return;
    const { isTold } = this.#parts;
    if (!isTold && !isText) return;
    const squeezed = text.source.replace(/\s+/g, '');
    const long = this.#parts.long.filter((name) => squeezed.includes(name.replace(/\s+/g, '')));
    const unknown = (known: readonly string[]) => namesReadIn(text.source, known).filter((name) => !names.has(name));
    let missing = unknown(long.filter((name) => names.has(name)));
    if (missing.length === 0) return;
    // one with signs is read as several while nobody knows it
    const whole = unknown(long);
    if (whole.length > 0) missing = whole;
    const words = isText ? wordsIn(text.text) : NONE;
    for (const name of isTold ? missing : missing.filter((one) => words.has(one))) {
      this.#said += 1;
      if (this.#said > MAX_WARNINGS) {
        this.#warn('dmn-more', 'more findings for its names were omitted', undefined, {});
        return;
      }
      const place = [...path, slot].join(', ');
      const what = isTold ? `is unknown${this.#hint(name, names)}` : 'is the name of a variable';
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

/** `isOfTexts`: the values of the column are texts. */
type CellPlace = TablePlace & { readonly isOfTexts?: boolean };

const NONE: ReadonlySet<string> = new Set();

/** Words that are all of a cell, or of one of its tests, which an author may have meant as texts. */
function wordsIn(cell: string): ReadonlySet<string> {
  const tests = (/^not\s*\(([^()]*)\)$/.exec(cell.trim())?.[1] ?? cell).split(',').map((test) => test.trim());
  return new Set(tests.filter((test) => /^[\p{L}_][\p{L}\p{N}_]*(?:\s+[\p{L}\p{N}_]+)*$/u.test(test)));
}

/** Variables that the table reads anyway. */
function namesOfInputs({ inputs }: DecisionTable): readonly string[] {
  return inputs.flatMap(({ text }) =>
    text.kind === 'expression' && text.dialect === 'feel' ? namesReadIn(text.source, []) : [],
  );
}

function columnsOfTexts({ inputs, outputs, rules }: DecisionTable): Readonly<Record<'inputs' | 'outputs', readonly boolean[]>> {
  return {
    inputs: inputs.map(({ type }, column) =>
      isOfTexts(
        type,
        rules.map(({ entries }) => entries[column]),
      ),
    ),
    outputs: outputs.map(({ type }, column) =>
      isOfTexts(
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
