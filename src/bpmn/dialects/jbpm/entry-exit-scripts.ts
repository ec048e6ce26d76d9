import type { ListenerEvent, ListenerModel, ScriptModel } from '../../../engine/model.ts';
import { readScript } from '../../../expressions/deploy.ts';
import { isExecutionMethod } from '../../../expressions/lenient/execution-object.ts';
import type { NodeDraft } from '../../draft.ts';
import type { ReadContext } from '../../elements/element-reader.ts';
import { findingAt, quote, warningAt } from '../../finding.ts';
import { anyNamespace } from '../../xml/namespaces.ts';
import { dialectAttributeOf, extensionsOf, type XmlElement } from '../../xml/xml-element.ts';
import { jbpm } from '../namespaces.ts';

/** Names in lower case. */
const EVENTS: ReadonlyMap<string, ListenerEvent> = new Map<string, ListenerEvent>([
  ['onentry-script', 'entry'],
  ['onexit-script', 'exit'],
]);
/** Limit per activity: all run in one step that cannot be interrupted. */
const MAX_SCRIPTS = 50;
const MEMBER_OF_ENGINE = /\bkcontext\s*\.\s*([A-Za-z_]\w*)/g;

/** `xml`: has the script format. */
interface EntryExitScript {
  readonly xml: XmlElement;
  readonly on: ListenerEvent;
  readonly source: string;
}

/** Non-empty scripts in document order. */
export function entryExitScriptsOf(xml: XmlElement): readonly EntryExitScript[] {
  return extensionsOf(xml).flatMap((written) => {
    const on = jbpm(written.uri) ? EVENTS.get(written.local.toLowerCase()) : undefined;
    if (on === undefined) return [];
    const scripts = written.children.filter(({ uri, local }) => jbpm(uri) && local.toLowerCase() === 'script');
    return scripts.filter(({ text }) => text.trim() !== '').map(({ text }) => ({ xml: written, on, source: text }));
  });
}

/** Appends `onEntry-script` and `onExit-script`. Warns about and skips one that cannot run (docs/contributing/spec/elements.md#entry-and-exit-scripts). */
export function withEntryAndExit(
  { listeners }: { readonly listeners?: readonly ListenerModel[] },
  { xml, id }: NodeDraft,
  context: ReadContext,
): { listeners?: readonly ListenerModel[] } {
  const scripts: ListenerModel[] = [];
  for (const written of entryExitScriptsOf(xml)) {
    const read = readEntryExit(written, xml, context);
    if (typeof read !== 'string') scripts.push(Object.freeze({ on: written.on, does: Object.freeze(read) }));
    else {
      const name = quote(written.xml.local);
      const text = `${name} is not executed: ${read} (line ${written.xml.place.line})`;
      context.warn(warningAt(xml, context.process.key, { event: 'attribute-ignored', name, text, elementId: id }));
    }
  }
  if (scripts.length > MAX_SCRIPTS) context.refuse(findingAt(xml, `has more than ${MAX_SCRIPTS} entry and exit scripts`));
  const all = [...(listeners ?? []), ...scripts];
  return all.length === 0 ? {} : { listeners: Object.freeze(all) };
}

/** @returns a reason if it cannot run */
function readEntryExit({ xml, source }: EntryExitScript, owner: XmlElement, context: ReadContext): ScriptModel | string {
  const [unknown] = [...source.matchAll(MEMBER_OF_ENGINE)].filter(([, member]) => !isExecutionMethod(member ?? ''));
  if (unknown !== undefined) return `'${quote(unknown[0])}' is not known`;
  const format = dialectAttributeOf(xml, anyNamespace, 'scriptFormat');
  const read = readScript(source, format, undefined, context.texts);
  const [fault] = read.ok ? read.faults : [read];
  if (!read.ok && read.unsupportedFormat) return `script format '${quote(format ?? '')}' is not supported`;
  if (!read.ok || fault !== undefined) return `${quote(fault?.reason ?? '')} at ${fault?.line}:${fault?.column}`;
  for (const text of read.warnings) {
    context.warn(warningAt(owner, context.process.key, { event: 'attribute-ignored', text: `${quote(xml.local)}: ${text}` }));
  }
  return read.script;
}
