import type { Drawable } from './drawable.ts';
import type { ImportWarning } from './model-notes.ts';

/** Part of a viewer or editor. */
interface Importer {
  importXML(xml: string, diagramId?: string): Promise<unknown>;
  get(name: 'moddle'): { fromXML: unknown };
}

/** Returns parts that could not be read or drawn, with their lines in the original text. */
export async function importModel(viewer: Importer, xml: string, drawing: Drawable): Promise<readonly ImportWarning[]> {
  const { warnings } = (await viewer.importXML(drawing.xml, drawing.diagramId)) as { warnings: ImportWarning[] };
  if (drawing.xml === xml || !warnings.some(isAboutText)) return warnings;
  const moddle = viewer.get('moddle') as { fromXML(text: string, type: string): Promise<{ warnings: ImportWarning[] }> };
  const asGiven = await moddle.fromXML(xml, 'bpmn:Definitions');
  return [...asGiven.warnings.filter(isAboutText), ...warnings.filter((warning) => !isAboutText(warning))];
}

function isAboutText({ message }: ImportWarning): boolean {
  return message.startsWith('unparsable content');
}
