import type { ExpressionModel, ProcessModel, ScriptModel } from '../engine/model.ts';
import { readExpression } from '../expressions/deploy.ts';
import { convert } from './convert.ts';
import type { DocumentDraft, ProcessDraft } from './draft.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { type Finding, findingAt, quote } from './finding.ts';
import type { ScriptReader } from './text-rules.ts';
import { type PlacedWarning, warningAt } from './warning.ts';
import type { XmlElement } from './xml/xml-element.ts';

/** Result of reading a process, with findings and warnings about its expressions and work. */
export interface ProcessReading {
  readonly model: ProcessModel;
  readonly findings: readonly Finding[];
  readonly warnings: readonly PlacedWarning[];
}

/** Parse error of `readExpression` and `readScript`. */
interface Unreadable {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/** Settings shared by all processes of a file. `passesPlainTasks`: docs/contributing/spec/elements.md#plain-task. */
export interface ReadSettings
  extends Pick<
    ReadContext,
    | 'passesPlainTasks'
    | 'platform'
    | 'readsListeners'
    | 'readsBindings'
    | 'followsDialects'
    | 'texts'
    | 'definitions'
    | 'scripts'
    | 'decisions'
  > {
  /** True for an already deployed file: newer rules do not reject it. */
  readonly isStored: boolean;
  readonly readScript: ScriptReader;
}

/** Collects findings and warnings of the readers. */
interface Reported {
  readonly findings: Finding[];
  readonly warnings: PlacedWarning[];
}

/** Converts a process to its model. Never throws. */
export function readProcess(process: ProcessDraft, document: DocumentDraft, settings: ReadSettings): ProcessReading {
  const reported: Reported = { findings: [], warnings: [] };
  const model = convert(process, contextOf(process, document, settings, reported));
  return { model, ...reported };
}

function contextOf(process: ProcessDraft, document: DocumentDraft, settings: ReadSettings, reported: Reported): ReadContext {
  const { isStored, readScript: _, ...shared } = settings;
  const context: ReadContext = {
    ...shared,
    document,
    process,
    report: (finding) => reported.findings.push(finding),
    refuse(finding) {
      if (!isStored) reported.findings.push(finding);
    },
    warn: (warning) => reported.warnings.push(warning),
    withFallback(owner, read, fallback) {
      if (!isStored) return read(context);
      const own: Reported = { findings: [], warnings: [] };
      // nested `withFallback` calls do not fall back separately: the outermost falls back as a whole
      const inside: ReadContext = {
        ...contextOf(process, document, settings, own),
        withFallback: (_owner, readInside) => readInside(inside),
      };
      const result = read(inside);
      if (own.findings.length === 0) {
        reported.warnings.push(...own.warnings);
        return result;
      }
      for (const { text } of own.findings) {
        const what = { event: 'attribute-ignored', text: `${text}; it is left out` } as const;
        reported.warnings.push(warningAt(owner, process.key, what));
      }
      return fallback(context);
    },
    ...textReadersOf(process, settings, reported),
  };
  return context;
}

/** docs/contributing/spec/secrets.md#secret-placeholders */
const SECRET = /\{\{\s*secrets\./;
/** Slots that become inputs of custom tasks. */
const TAKES_SECRETS = /^(?:input mapping|field )/;

function textReadersOf(
  process: ProcessDraft,
  { isStored, readScript, texts: rules }: ReadSettings,
  { findings, warnings }: Reported,
): Pick<ReadContext, 'expression' | 'script'> {
  const warn = (owner: XmlElement, texts: readonly string[]): void => {
    for (const text of texts) warnings.push(warningAt(owner, process.key, { event: 'attribute-ignored', text }));
  };
  const refuse = (owner: XmlElement, slot: string, text: string, faults: readonly Unreadable[]): void => {
    if (isStored) return;
    for (const fault of faults) findings.push(findingAt(owner, cannotParse(slot, text, fault)));
  };
  return {
    expression(owner, text, kind, slot, named): ExpressionModel {
      const read = readExpression(text, kind, slot, rules, named);
      if (SECRET.test(text) && !TAKES_SECRETS.test(slot))
        warn(owner, [`${slot}: {{secrets.…}} is text here; secrets are put into inputs of custom tasks only`]);
      if (read.ok) {
        warn(owner, read.warnings);
        refuse(owner, slot, text, read.faults);
        return Object.freeze(read.expression);
      }
      findings.push(findingAt(owner, cannotParse(slot, text, read)));
      return { kind: 'expression', slot, dialect: 'literal', text, source: text };
    },
    script(owner, source, format, resultVariable): ScriptModel {
      const read = readScript(source, format, resultVariable);
      if (read.ok) {
        warn(owner, read.warnings);
        refuse(owner, 'script', source, read.faults);
        return Object.freeze(read.script);
      }
      const text = read.unsupportedFormat
        ? `script format '${quote(format ?? '')}' is not supported`
        : cannotParse('script', source, read);
      findings.push(findingAt(owner, text));
      return { kind: 'script', dialect: 'lenient', source: '' };
    },
  };
}

function cannotParse(slot: string, text: string, { reason, line, column }: Unreadable): string {
  return `${slot}: cannot parse '${quote(text)}': ${quote(reason)} at ${line}:${column}`;
}
