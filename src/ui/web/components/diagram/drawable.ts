import { completeLayout } from './complete-layout.ts';

/** A drawable model, the diagram of the requested process, and the elements that got a place. */
export interface Drawable {
  readonly xml: string;
  readonly diagramId: string | undefined;
  /** ids of automatically placed elements, if the model has a layout for others */
  readonly placed: ReadonlySet<string>;
}

/**
 * The model with a place for every element: its own layout, and a calculated one for missing parts. Rejects when it cannot be
 * read.
 * @param processId the process to show; omitted: the first with a layout
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
  // some browsers write the declaration again, and a second one is invalid XML
  const preamble = written.startsWith('<?xml') ? '' : (/^\s*<\?xml[^>]*\?>\s*/.exec(xml)?.[0] ?? '');
  const placed = new Set(isNew ? [] : added.map((element) => element.getAttribute('id') ?? ''));
  return { xml: preamble + written, diagramId, placed };
}
