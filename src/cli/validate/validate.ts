import { readFile } from 'node:fs/promises';
import { checkFile, type FileFinding } from '../../bpmn/check-file.ts';
import { readValidateArguments, VALIDATE_USAGE } from './arguments.ts';
import { decodeXml } from './decode-xml.ts';

/** What became of one file. `error`: it could not be opened. */
interface FileReport {
  readonly file: string;
  readonly isAccepted: boolean;
  readonly findings: readonly FileFinding[];
  readonly error?: string;
}

/** `sluice validate`: prints every finding about every file. Sets the exit code: 1 when a file is refused, 2 when one cannot be opened. */
export async function runValidate(args: readonly string[]): Promise<void> {
  const request = readValidateArguments(args);
  if (typeof request === 'string') {
    process.stderr.write(`${request}\n\n${VALIDATE_USAGE}`);
    process.exitCode = 2;
    return;
  }
  const reports: FileReport[] = [];
  for (const file of request.files) reports.push(await reportOn(file, (text) => checkFile(text, request.validation)));
  process.stdout.write(request.isJson ? `${JSON.stringify(reports, undefined, 2)}\n` : reports.map(textOf).join(''));
  if (reports.some(({ error }) => error !== undefined)) process.exitCode = 2;
  else if (reports.some(({ isAccepted }) => !isAccepted)) process.exitCode = 1;
}

async function reportOn(file: string, check: (text: string) => readonly FileFinding[]): Promise<FileReport> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    return { file, isAccepted: false, findings: [], error: (error as Error).message };
  }
  const findings = check(decodeXml(bytes));
  return { file, isAccepted: findings.every(({ severity }) => severity !== 'error'), findings };
}

/** One line for each finding, as compilers write them; one for a file without. */
function textOf({ file, findings, error }: FileReport): string {
  if (error !== undefined) return `${file}: ${error}\n`;
  if (findings.length === 0) return `${file}: nothing to say\n`;
  return findings.map((finding) => `${file}${lineOf(finding)}\n`).join('');
}

function lineOf({ severity, rule, clause, element, text, line, column }: FileFinding): string {
  const place = line === undefined ? '' : `:${line}:${column}`;
  const standard = clause === undefined ? '' : `, BPMN 2.0.2 clause ${clause}`;
  return `${place}: ${severity}: ${element === undefined ? '' : `${element}: `}${text} [${rule}${standard}]`;
}
