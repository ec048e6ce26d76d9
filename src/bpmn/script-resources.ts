import { DECISION_FILE } from './decisions/decision-library.ts';
import { FORM_FILE, formIdOf } from './deployed-forms.ts';
import type { ReadContext } from './elements/element-reader.ts';
import { findingAt, quote } from './finding.ts';
import { anyDialect } from './namespaces.ts';
import { dialectAttributeOf, type XmlElement } from './xml-element.ts';

/** What is deployed beside a file, by the names of the files: scripts, decisions and forms. */
export type ScriptResources = Readonly<Record<string, string>>;

/** The files of a list by their names, which differ. */
export function scriptsByName(files: readonly { readonly name: string; readonly content: string }[]): ScriptResources {
  return Object.fromEntries(files.map(({ name, content }) => [name, content]));
}

/** What a file is, by its name. */
export function kindOf(name: string): 'decision' | 'form' | 'script' {
  if (DECISION_FILE.test(name)) return 'decision';
  return FORM_FILE.test(name) ? 'form' : 'script';
}

/** What models call a file: a form of Camunda 8 by its id, others by their names. */
export function namesOf(name: string, content: string): readonly string[] {
  const id = kindOf(name) === 'form' ? formIdOf(content) : undefined;
  return id === undefined ? [name] : [name, id];
}

/** A script and its format, as far as the file or the name says it. */
export interface WrittenScript {
  readonly source: string;
  readonly format: string | undefined;
}

/** What a script is read as when its element gives no format. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['js', 'javascript'],
  ['groovy', 'groovy'],
  ['feel', 'feel'],
]);

/**
 * The script that `holder` refers to by `resource`, in place of the one that is written there. A name that was not deployed with the file is
 * reported at `owner` (docs/contributing/spec/elements.md#script-resource).
 */
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
