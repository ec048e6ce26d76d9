import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ELEMENT_READERS } from '../../src/bpmn/elements/registry.ts';
import { CASES } from '../support/golden/replay.ts';

const PAGE = readFileSync(new URL('../../docs/reference/bpmn-support.md', import.meta.url), 'utf8');
const COLUMNS = ['Element', 'Supported', 'Plain', 'Camunda 7', 'Camunda 8', 'Golden trace'];
/** The worked traces: they prove how rules work together, not one row. */
const WORKED_TRACES = readFileSync(new URL('../../docs/contributing/spec/traces.md', import.meta.url), 'utf8');

interface Row {
  readonly section: string;
  readonly cells: readonly string[];
  readonly goldens: readonly string[];
}

/** The tables under "Coverage", section by section. */
function rowsOfCoverage(): { heads: string[][]; rows: Row[] } {
  const coverage = PAGE.slice(PAGE.indexOf('## Coverage')).split(/\n## /, 2)[0] ?? '';
  const heads: string[][] = [];
  const rows: Row[] = [];
  for (const part of coverage.split('\n### ').slice(1)) {
    const [section = '', ...lines] = part.split('\n');
    const [head = [], , ...body] = lines.filter((line) => line.startsWith('|')).map(cellsOf);
    heads.push(head);
    for (const cells of body) {
      const goldens = [...(cells.at(-1) ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      rows.push({ section, cells, goldens });
    }
  }
  return { heads, rows };
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe('the page about what a model may contain', () => {
  const { heads, rows } = rowsOfCoverage();

  it('has six columns in every table, and no empty cell', () => {
    expect(rows.length).to.be.greaterThan(60);
    for (const head of heads) expect(head).to.deep.equal(COLUMNS);
    for (const { section, cells } of rows) {
      expect(cells, `${section}: ${cells[0]}`).to.have.length(COLUMNS.length);
      expect(cells, `${section}: ${cells[0]}`).to.not.include('');
    }
  });

  it('names a golden trace that exists in every row', () => {
    const wrong = rows.flatMap(({ section, cells, goldens }) => {
      const missing = goldens.filter((name) => !CASES.includes(name));
      return goldens.length > 0 && missing.length === 0 ? [] : [`${section}: ${cells[0]}: ${missing.join(', ') || 'none named'}`];
    });
    expect(wrong, 'Add the case below test/golden, or name the one that proves the row.').to.deep.equal([]);
  });

  it('names every golden trace in some row, but for the worked traces', () => {
    const named = new Set(rows.flatMap(({ goldens }) => goldens));
    const forgotten = CASES.filter((name) => !named.has(name) && !WORKED_TRACES.includes(`\`${name}\``));
    expect(forgotten, 'Name the case in the row of docs/reference/bpmn-support.md that it proves.').to.deep.equal([]);
  });

  it('has a row for every kind of element that is read', () => {
    const elements = rows.map(({ cells }) => cells[0]).join(' ');
    // events have a table for each position, event sub-processes one for themselves
    const byPosition = new Set([
      'intermediateCatchEvent',
      'intermediateThrowEvent',
      'endEvent',
      'boundaryEvent',
      'eventSubProcess',
    ]);
    const missing = [...ELEMENT_READERS.values()]
      .map(({ tag }) => tag)
      .filter((tag) => !byPosition.has(tag) && !elements.includes(`\`${tag}\``));
    expect(missing, 'Add the row to docs/reference/bpmn-support.md.').to.deep.equal([]);
  });
});
