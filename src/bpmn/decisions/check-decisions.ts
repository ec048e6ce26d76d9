import type { FileFinding } from '../check-file.ts';
import { textOf } from '../finding.ts';
import type { ValidationLevel } from '../strict/standard-findings.ts';
import { DECISION_FILE, type DeployedFiles, libraryOf } from './decision-library.ts';

/**
 * Everything that is to be said about a file of decisions, in the order of its lines (docs/contributing/spec/validation.md#decision-rules). The level `strict` asks
 * nothing more. Synchronous; never throws for any text.
 * @param beside the files of decisions that it is deployed with, by name
 */
export function checkDecisions(text: string, level: ValidationLevel, beside: DeployedFiles = {}): readonly FileFinding[] {
  const name = nameBeside(beside);
  return findingsIn(name, { [name]: text, ...beside }, level);
}

/** The same of files that are deployed together, each with its name. */
export function checkDecisionFiles(files: DeployedFiles): readonly (readonly [name: string, findings: readonly FileFinding[]])[] {
  return Object.keys(files).map((name) => [name, findingsIn(name, files, 'executable')]);
}

function findingsIn(name: string, files: DeployedFiles, level: ValidationLevel): readonly FileFinding[] {
  const { findings, warnings } = libraryOf(files).said.get(name) ?? { findings: [], warnings: [] };
  const errors = findings.map((finding): FileFinding => {
    const { subject, rule, place } = finding;
    return {
      severity: 'error',
      rule: rule?.name ?? 'dmn-readable',
      ...(subject === undefined ? {} : { element: subject }),
      text: textOf(finding),
      ...(place === undefined ? {} : { line: place.line, column: place.column }),
    };
  });
  if (level === 'off') return errors.filter(({ rule }) => rule === 'dmn-readable');
  const others = warnings.map(({ subject, place, rule, text: said, ...at }): FileFinding => {
    return {
      severity: 'warning',
      rule,
      ...(subject === undefined ? {} : { element: subject }),
      text: said,
      ...(place === undefined ? {} : { line: place.line, column: place.column }),
      ...at,
    };
  });
  return [...errors, ...others].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

/** A name that none of the other files has. */
function nameBeside(beside: DeployedFiles): string {
  let name = 'decisions.dmn';
  while (Object.hasOwn(beside, name)) name = `_${name}`;
  return name;
}

/** Whether a file has decisions, by its name. */
export function isDecisionFile(name: string): boolean {
  return DECISION_FILE.test(name);
}
