import { libraryOf } from './decisions/decision-library.ts';
import { formDiagnostics } from './deployed-forms.ts';
import type { ScriptResources } from './script-resources.ts';

/** Errors and warnings about decision and form files, each prefixed with the file name. Script files are checked with the tasks that run them. */
export interface ResourceReport {
  readonly diagnostics: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks the decision and form files of a deployment. Never throws. */
export function checkResources(files: ScriptResources): ResourceReport {
  const { diagnostics, warnings } = libraryOf(files);
  return { diagnostics: [...diagnostics, ...formDiagnostics(files)], warnings };
}
