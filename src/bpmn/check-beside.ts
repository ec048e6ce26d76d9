import { libraryOf } from './decisions/decision-library.ts';
import { formDiagnostics } from './deployed-forms.ts';
import type { ScriptResources } from './script-resources.ts';

/** What is to be said about decisions and forms for themselves, each with the name of its file in front. Scripts are read where a task runs them. */
export interface BesideReport {
  readonly diagnostics: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks what is deployed beside BPMN files. Never throws for any text. */
export function checkBeside(files: ScriptResources): BesideReport {
  const { diagnostics, warnings } = libraryOf(files);
  return { diagnostics: [...diagnostics, ...formDiagnostics(files)], warnings };
}
