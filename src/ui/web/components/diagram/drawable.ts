import { hasLayout } from './xml-outline.ts';

/** The model with a place for every element: its own layout, or a calculated one. Rejects when none can be calculated. */
export async function drawable(xml: string): Promise<string> {
  if (hasLayout(xml)) return xml;
  const { layoutProcess } = await import('bpmn-auto-layout');
  return layoutProcess(xml);
}
