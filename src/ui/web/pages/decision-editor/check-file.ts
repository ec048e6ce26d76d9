import { postService } from '../../api/client.ts';
import { ModelDocument } from '../../components/diagram/model-notes.ts';
import { childrenOf } from '../decisions/dmn-file.ts';

/** Finding of the deploy check. */
export interface CellFinding {
  readonly severity: 'error' | 'warning';
  readonly rule: string;
  readonly text: string;
  /** undefined: unknown decision */
  readonly decisionId: string | undefined;
  /** cell, rule or column; undefined: unknown */
  readonly cellId: string | undefined;
}

/** Result of the deploy check. */
export interface CheckedFile {
  readonly findings: readonly CellFinding[];
  /** all decisions of the file, also those that a deploy leaves unchanged */
  readonly keys: readonly string[];
}

/** See docs/contributing/spec/decisions.md#validate. Only members that the page uses. */
interface Validated {
  readonly Findings: readonly {
    readonly Severity: 'error' | 'warning';
    readonly Rule: string;
    readonly Element?: string;
    readonly Text: string;
    readonly Line?: number;
    readonly Row?: number;
    readonly Input?: number;
    readonly Output?: number;
  }[];
}
type Finding = Validated['Findings'][number];

/** Deploy check. Stores nothing. */
export async function checkFile(xml: string): Promise<CheckedFile> {
  const { Findings } = await postService<Validated>('/Decisions/validate', { DmnXml: xml });
  const file = new ModelDocument(xml);
  const findings = Findings.map((finding) => {
    const cell = cellOf(file, finding);
    const text = finding.Element === undefined ? finding.Text : `${finding.Element}: ${finding.Text}`;
    const decisionId = cell?.closest('decision')?.getAttribute('id') ?? undefined;
    return { severity: finding.Severity, rule: finding.Rule, text, decisionId, cellId: cell?.getAttribute('id') ?? undefined };
  });
  const decisions = childrenOf(file.document.documentElement, 'decision');
  return { findings, keys: decisions.map((decision) => decision.getAttribute('id') ?? '').filter((key) => key !== '') };
}

/** Returns the cell by row and column if known, otherwise the last element with an id that starts at or before the line. */
function cellOf(file: ModelDocument, finding: Finding): Element | undefined {
  const named = file.find(/^[^\s']+ '([^']+)'/.exec(finding.Element ?? finding.Text)?.[1]);
  const table = named?.localName === 'decision' ? childrenOf(named, 'decisionTable')[0] : named?.closest('decisionTable');
  const { Row, Input, Output, Line } = finding;
  if (table != null && Row !== undefined) {
    const rule = childrenOf(table, 'rule')[Row - 1];
    const entry = entryOf(rule, Input, Output);
    if (entry !== undefined) return entry;
  }
  if (Line === undefined) return named;
  const before = [...file.document.querySelectorAll('decision [id]')].filter(
    (element) => (file.lineOf(element) ?? Line + 1) <= Line,
  );
  return before.at(-1) ?? named;
}

function entryOf(rule: Element | undefined, input: number | undefined, output: number | undefined): Element | undefined {
  if (rule === undefined) return undefined;
  if (input !== undefined) return childrenOf(rule, 'inputEntry')[input - 1];
  return output === undefined ? childrenOf(rule)[0] : childrenOf(rule, 'outputEntry')[output - 1];
}
