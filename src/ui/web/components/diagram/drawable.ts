import { completeLayout } from './complete-layout.ts';

/** Model with the diagram of the requested process. */
export interface Drawable {
  readonly xml: string;
  readonly diagramId: string | undefined;
  /** elements with a calculated place, if others have a layout */
  readonly placed: ReadonlySet<string>;
}

/**
 * Adds a calculated layout for missing parts. Rejects if the model cannot be read.
 * @param processId default: the first with a layout
 */
export async function drawable(xml: string, processId?: string): Promise<Drawable> {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const fault = document.querySelector('parsererror');
  if (fault !== null)
    throw new Error(`it is not well-formed XML: ${/error on line [^\n]+/.exec(fault.textContent ?? '')?.[0] ?? ''}`);
  const { plane, added, isNew } = await completeLayout(document, processId);
  const diagramId = plane.parentElement?.getAttribute('id') ?? undefined;
  if (added.length === 0 && !isNew) return { xml, diagramId, placed: new Set() };
  const written = new XMLSerializer().serializeToString(document);
  // some browsers write the declaration; two are invalid XML
  const preamble = written.startsWith('<?xml') ? '' : (/^\s*<\?xml[^>]*\?>\s*/.exec(xml)?.[0] ?? '');
  const placed = new Set(isNew ? [] : added.map((element) => element.getAttribute('id') ?? ''));
  return { xml: preamble + written, diagramId, placed };
}
