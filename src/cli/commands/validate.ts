import { readFile } from 'node:fs/promises';
import { checkFile, type FileFinding } from '../../bpmn/check-file.ts';
import { checkDecisions, isDecisionFile } from '../../bpmn/decisions/check-decisions.ts';
import {
  isRequiredReference,
  isValidationLevel,
  REQUIRED_REFERENCE_NAMES,
  VALIDATION_LEVELS,
  type Validation,
} from '../../bpmn/strict/standard-findings.ts';
import { decodeXml } from '../../platform/file-text.ts';
import { visibleText } from '../../platform/redact.ts';
import { WrongArguments } from '../arguments.ts';
import { printJson } from '../output/terminal.ts';
import type { ValidateCall } from '../program-declarations.ts';

/** `error`: why the file could not be read. */
interface FileReport {
  readonly file: string;
  readonly isAccepted: boolean;
  readonly findings: readonly FileFinding[];
  readonly error?: string;
}

/**
 * Prints all findings. If a file cannot be read, sets the exit code 2 and returns true, so that the caller does not change it.
 * @returns false if a file has an error
 */
export async function runValidate({ operands, options, isJson }: ValidateCall): Promise<boolean> {
  const validation = validationOf(options);
  const reports: FileReport[] = [];
  const decisions = await decisionsAmong(operands);
  for (const file of operands) {
    const check = (text: string) =>
      isDecisionFile(file)
        ? checkDecisions(text, validation.level, Object.fromEntries([...decisions].filter(([other]) => other !== file)))
        : checkFile(text, validation, Object.fromEntries(decisions));
    reports.push(await reportOn(file, check));
  }
  if (isJson) printJson(reports);
  else process.stdout.write(reports.map(textOf).join(''));
  if (reports.some(({ error }) => error !== undefined)) {
    process.exitCode = 2;
    return true;
  }
  return reports.every(({ isAccepted }) => isAccepted);
}

function validationOf({ level = 'executable', require = [] }: ValidateCall['options']): Validation {
  const requires = require.flatMap((names) => names.split(','));
  const unknown = requires.find((name) => !isRequiredReference(name));
  if (unknown !== undefined) throw new WrongArguments(`--require '${unknown}' is not ${REQUIRED_REFERENCE_NAMES.join(', ')}`);
  if (!isValidationLevel(level)) throw new WrongArguments(`--level '${level}' is not ${VALIDATION_LEVELS.join(', ')}`);
  return { level, requires: requires.filter(isRequiredReference) };
}

/** Decision files may require each other. `reportOn` reports those that cannot be read. */
async function decisionsAmong(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const file of files) {
    if (!isDecisionFile(file)) continue;
    const text = await readFile(file)
      .then(decodeXml)
      .catch(() => undefined);
    if (text !== undefined) texts.set(file, text);
  }
  return texts;
}

async function reportOn(file: string, check: (text: string) => readonly FileFinding[]): Promise<FileReport> {
  let text: string;
  try {
    text = decodeXml(await readFile(file));
  } catch (error) {
    return { file, isAccepted: false, findings: [], error: (error as Error).message };
  }
  const findings = check(text);
  return { file, isAccepted: findings.every(({ severity }) => severity !== 'error'), findings };
}

/** One line per finding, like a compiler; one for a file without findings. */
function textOf({ file, findings, error }: FileReport): string {
  if (error !== undefined) return `${visibleText(`${file}: ${error}`)}\n`;
  if (findings.length === 0) return `${visibleText(file)}: no findings\n`;
  return findings.map((finding) => `${visibleText(`${file}${lineOf(finding)}`)}\n`).join('');
}

/** Diagnostic line without the file name. */
export function lineOf({ severity, rule, clause, element, text, line, column }: FileFinding): string {
  const place = line === undefined ? '' : `:${line}:${column}`;
  const standard = clause === undefined ? '' : `, BPMN 2.0.2 clause ${clause}`;
  return `${place}: ${severity}: ${element === undefined ? '' : `${element}: `}${text} [${rule}${standard}]`;
}
