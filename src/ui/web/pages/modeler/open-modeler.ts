import '@bpmn-io/properties-panel/assets/properties-panel.css';
import Modeler from 'bpmn-js/lib/Modeler';
import { BpmnPropertiesPanelModule, BpmnPropertiesProviderModule, ZeebePropertiesProviderModule } from 'bpmn-js-properties-panel';
import zeebeBehaviors from 'camunda-bpmn-js-behaviors/lib/camunda-cloud';
import zeebe from 'zeebe-bpmn-moddle/resources/zeebe.json';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn-embedded.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/diagram-js.css';
import { drawable } from '../../components/diagram/drawable.ts';
import { fitWithMargin } from '../../components/diagram/fit-with-margin.ts';

/** The palette covers so much of the ground. Unit: px. */
const PALETTE_WIDTH = 110;

/** A model being drawn. */
export interface ModelEditor {
  /** Shows another model. Rejects when it cannot be read. */
  open(xml: string): Promise<void>;
  read(): Promise<string>;
  /** Marks these elements as faulty, and no others; shows the first. */
  markFaults(elementIds: readonly string[]): void;
  close(): void;
}

type Services = {
  canvas: import('diagram-js/lib/core/Canvas').default;
  elementRegistry: import('diagram-js/lib/core/ElementRegistry').default;
  selection: import('diagram-js/lib/features/selection/Selection').default;
};

/**
 * Opens the editor. Models are written in the dialect of Camunda 8, which this service runs.
 * @param onChange called after every change
 */
export function openModeler(ground: HTMLElement, panel: HTMLElement, onChange: () => void): ModelEditor {
  const modeler = new Modeler<Services>({
    container: ground,
    propertiesPanel: { parent: panel },
    additionalModules: [BpmnPropertiesPanelModule, BpmnPropertiesProviderModule, ZeebePropertiesProviderModule, zeebeBehaviors],
    moddleExtensions: { zeebe },
  } as ConstructorParameters<typeof Modeler>[0]);
  modeler.on('commandStack.changed', onChange);
  let faults: readonly string[] = [];
  const unmark = () => {
    const { canvas, registry } = services(modeler);
    for (const id of faults) if (registry.get(id) !== undefined) canvas.removeMarker(id, 'is-faulty');
    faults = [];
  };
  return {
    async open(xml) {
      faults = [];
      const drawing = await drawable(xml);
      await modeler.importXML(drawing.xml, drawing.diagramId);
      fitWithMargin(services(modeler).canvas, PALETTE_WIDTH);
    },
    async read() {
      const { xml } = await modeler.saveXML({ format: true });
      return xml ?? '';
    },
    markFaults(elementIds) {
      unmark();
      const { canvas, registry } = services(modeler);
      faults = elementIds.filter((id) => registry.get(id) !== undefined);
      for (const id of faults) canvas.addMarker(id, 'is-faulty');
      const first = faults[0] === undefined ? undefined : registry.get(faults[0]);
      if (first !== undefined) {
        modeler.get('selection').select(first);
        canvas.scrollToElement(first);
      }
    },
    close: () => modeler.destroy(),
  };
}

function services(modeler: Modeler<Services>) {
  return { canvas: modeler.get('canvas'), registry: modeler.get('elementRegistry') };
}
