import { diagramOf, withoutLayout } from './xml-outline.ts';

/** A model that can be drawn, and which of its diagrams shows what was asked for; undefined: the first. */
export interface Drawable {
  readonly xml: string;
  readonly diagramId: string | undefined;
}

/**
 * The model with a place for every element: its own layout, or a calculated one. Rejects when none can be calculated.
 * @param processId the process to show, of a document that may hold several; left out: the first that has a layout
 */
export async function drawable(xml: string, processId?: string): Promise<Drawable> {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const diagram = diagramOf(document, processId);
  if (diagram !== undefined) return { xml, diagramId: diagram.id ?? undefined };
  const { layoutProcess } = await import('bpmn-auto-layout');
  return { xml: await layoutProcess(withoutLayout(document, processId)), diagramId: undefined };
}
