import { DECISION_FILE, libraryOf } from './decisions/decision-library.ts';
import { FORM_FILE, formDiagnostics, formIdOf } from './dialects/forms/deployed-forms.ts';
import { anyDialect } from './dialects/namespaces.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { findingAt, quote } from './finding.ts';
import type { ScriptResources } from './reading.ts';
import { dialectAttributeOf, type XmlElement } from './xml/xml-element.ts';

export function scriptsByName(files: readonly { readonly name: string; readonly content: string }[]): ScriptResources {
  return Object.fromEntries(files.map(({ name, content }) => [name, content]));
}

export function kindOf(name: string): 'decision' | 'form' | 'script' {
  if (DECISION_FILE.test(name)) return 'decision';
  return FORM_FILE.test(name) ? 'form' : 'script';
}

/** Names of a file; Camunda 8 forms also have an id. */
export function namesOf(name: string, content: string): readonly string[] {
  const id = kindOf(name) === 'form' ? formIdOf(content) : undefined;
  return id === undefined ? [name] : [name, id];
}

/** Format if known from the element or the file name. */
export interface WrittenScript {
  readonly source: string;
  readonly format: string | undefined;
}

/** Formats by file extension. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['js', 'javascript'],
  ['groovy', 'groovy'],
  ['feel', 'feel'],
]);

/** File of `resource`, else the inline script. Reports an unknown file at `owner` (docs/contributing/spec/elements.md#script-resource). */
export function withResource(owner: XmlElement, holder: XmlElement, written: WrittenScript, context: ReadContext): WrittenScript {
  const reference = dialectAttributeOf(holder, anyDialect, 'resource');
  if (reference === undefined) return written;
  const name = reference.replace(/^deployment:\/\//, '');
  const { scripts } = context;
  if (Object.hasOwn(scripts, name) && kindOf(name) === 'script') {
    const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
    return { source: scripts[name] ?? '', format: written.format ?? FORMATS.get(extension) };
  }
  const isAlone = Object.keys(scripts).length === 0;
  context.report(
    findingAt(
      owner,
      isAlone ? 'script resource is not supported' : `script resource '${quote(reference)}' is not deployed with the file`,
    ),
  );
  return written;
}

/** Decision and form files, prefixed with the file name. Scripts are checked with their tasks. */
interface ResourceReport {
  readonly diagnostics: readonly string[];
  readonly warnings: readonly string[];
}

/** Decisions and forms. Never throws. */
export function checkResources(files: ScriptResources): ResourceReport {
  const { diagnostics, warnings } = libraryOf(files);
  return { diagnostics: [...diagnostics, ...formDiagnostics(files)], warnings };
}
