import type { FileFinding } from '../check-file.ts';
import { textOf } from '../finding.ts';
import type { ValidationLevel } from '../strict/standard-findings.ts';
import { DECISION_FILE, type DeployedFiles, libraryOf } from './decision-library.ts';

/**
 * Findings sorted by line (docs/contributing/spec/validation.md#decision-rules). Levels `strict` and `executable` are equal. Synchronous; never throws.
 * @param siblings other decision files of the deployment, by name
 */
export function checkDecisions(text: string, level: ValidationLevel, siblings: DeployedFiles = {}): readonly FileFinding[] {
  const name = unusedName(siblings);
  return findingsIn(name, { [name]: text, ...siblings }, level);
}

export function checkDecisionFiles(files: DeployedFiles): readonly (readonly [name: string, findings: readonly FileFinding[]])[] {
  return Object.keys(files).map((name) => [name, findingsIn(name, files, 'executable')]);
}

function findingsIn(name: string, files: DeployedFiles, level: ValidationLevel): readonly FileFinding[] {
  const { findings, warnings } = libraryOf(files).reports.get(name) ?? { findings: [], warnings: [] };
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
  const others = warnings.map(({ subject, place, rule, text, ...at }): FileFinding => {
    return {
      severity: 'warning',
      rule,
      ...(subject === undefined ? {} : { element: subject }),
      text,
      ...(place === undefined ? {} : { line: place.line, column: place.column }),
      ...at,
    };
  });
  return [...errors, ...others].sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
}

function unusedName(siblings: DeployedFiles): string {
  let name = 'decisions.dmn';
  while (Object.hasOwn(siblings, name)) name = `_${name}`;
  return name;
}

export function isDecisionFile(name: string): boolean {
  return DECISION_FILE.test(name);
}
