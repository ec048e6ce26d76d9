import { calledElementOf, writtenBindingOf } from '../called-element.ts';
import { findingAt, quote } from '../finding.ts';
import type { XmlElement } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

const BINDINGS: ReadonlySet<string> = new Set(['latest', 'deployment', 'version', 'versionTag']);

/** A call activity has a process key, and a version if its binding requires one (docs/contributing/spec/validation.md#called-element). */
export const callsNameTheirProcess: ProcessRule = function* (process) {
  for (const { tag, xml } of process.nodes) {
    if (tag !== 'callActivity') continue;
    if (calledElementOf(xml) === undefined) yield findingAt(xml, 'calledElement is required');
    const text = bindingFault(xml);
    if (text !== undefined) yield findingAt(xml, text);
  }
};

function bindingFault(xml: XmlElement): string | undefined {
  const { kind, value } = writtenBindingOf(xml);
  if (!BINDINGS.has(kind)) return `unknown binding '${quote(kind)}'`;
  return (kind === 'version' || kind === 'versionTag') && value === undefined ? `binding '${kind}' needs a value` : undefined;
}
