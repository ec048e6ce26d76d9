import type { DocumentDraft, ProcessDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { findingAt, quote } from '../finding.ts';
import { messageOf, referredBy } from '../references.ts';
import { eventStartsOf } from '../starts.ts';
import { attributeOf, type XmlElement } from '../xml-element.ts';
import type { ProcessRule } from './rule.ts';

/** Message start events of a process have different names, and so do signal start events (docs/contributing/spec/validation.md#start-event-names). */
export const startNamesAreUnique: ProcessRule = function* (process, document) {
  const taken = new Set<string>();
  for (const { xml, kind, name } of namedStartsOf(process, document)) {
    const key = `${kind} ${name}`;
    if (taken.has(key)) yield findingAt(xml, `duplicate start event for '${quote(name)}'`);
    taken.add(key);
  }
};

/** The name of a message or signal is not an empty literal (docs/contributing/spec/waiting.md#event-name). */
export const eventNamesAreNotEmpty: ProcessRule = function* (process, document) {
  for (const node of process.nodes) {
    const places = node.tag === 'receiveTask' ? [{ kind: 'message', xml: node.xml }] : eventDefinitionsOf(node.xml, document);
    for (const { kind, xml } of places) {
      const name = kind === 'message' || kind === 'signal' ? nameOf(xml, kind, document) : undefined;
      if (name !== undefined && ALWAYS_EMPTY.test(name)) yield findingAt(node.xml, 'event name is empty');
    }
  }
};

/** Empty literals in FEEL and JUEL. */
const ALWAYS_EMPTY = /^(?:=\s*(?:""|null)|[$#]\{\s*(?:""|''|null)\s*\})$/;

interface NamedStart {
  readonly xml: XmlElement;
  readonly kind: 'message' | 'signal';
  readonly name: string;
}

function namedStartsOf(process: ProcessDraft, document: DocumentDraft): NamedStart[] {
  return eventStartsOf(process, document).flatMap(({ node, definitions }) => {
    const places = definitions ?? [{ kind: 'message', xml: node.xml }];
    return places.flatMap(({ kind, xml }) => {
      const name = kind === 'message' || kind === 'signal' ? nameOf(xml, kind, document) : undefined;
      return name === undefined ? [] : [{ xml: node.xml, kind: kind as NamedStart['kind'], name }];
    });
  });
}

function nameOf(owner: XmlElement, kind: 'message' | 'signal', document: DocumentDraft): string | undefined {
  const named = kind === 'message' ? messageOf(owner, document) : referredBy(owner, 'signalRef', kind, document);
  return named === undefined ? undefined : attributeOf(named, 'name');
}
