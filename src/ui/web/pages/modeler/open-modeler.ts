import { type ImportWarning, ModelDocument, type ModelNote, notesOf } from '../../components/diagram/model-notes.ts';
import '@bpmn-io/properties-panel/assets/properties-panel.css';
import Modeler from 'bpmn-js/lib/Modeler';
import { BpmnPropertiesPanelModule, BpmnPropertiesProviderModule, ZeebePropertiesProviderModule } from 'bpmn-js-properties-panel';
import zeebeBehaviors from 'camunda-bpmn-js-behaviors/lib/camunda-cloud';
import zeebe from 'zeebe-bpmn-moddle/resources/zeebe.json';
import 'bpmn-js/dist/assets/bpmn-font/css/bpmn.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import 'bpmn-js/dist/assets/diagram-js.css';
import { allowAnyName } from '../../components/diagram/any-name.ts';
import { type Drawable, drawable } from '../../components/diagram/drawable.ts';
import { importModel } from '../../components/diagram/import-model.ts';
import { libraryWords } from '../../components/diagram/library-words.ts';
import { lostOnSave } from '../../components/diagram/lost-on-save.ts';
import { markPainter } from '../../components/diagram/mark-painter.ts';
import type { DiagramMarks } from '../../components/diagram/marks.ts';
import { nameLogo } from '../../components/diagram/name-logo.ts';
import { drawingTexts } from '../../texts/drawing-words.ts';
import { appendByKey } from './append-keys.ts';
import type { CheckFinding } from './check-model.ts';
import { dialectGroups } from './dialect-groups.ts';
import { type DrawingTools, drawingTools, fitDrawing, refitDrawing } from './drawing-tools.ts';
import { findingMarks } from './finding-marks.ts';
import { type FormFields, formFields } from './form-fields.ts';
import { heldPad } from './held-pad.ts';
import { idEntries } from './id-entry.ts';
import { withNamespacesOf } from './kept-namespaces.ts';
import { correctTags, withReferences } from './kept-references.ts';
import { plainTexts } from './plain-texts.ts';
import { type TaskTypes, taskTypes } from './task-types.ts';
import { variableNames } from './variable-names.ts';

export interface ModelEditor {
  /** Returns parts that are not shown or would not be saved. Rejects if the model cannot be read; the previous one stays open. */
  open(xml: string): Promise<readonly ModelNote[]>;
  /** XML; without changes, the opened text. */
  read(): Promise<string>;
  /** Replaces the marks of faulty elements, and shows the first element. */
  markFaults(elementIds: readonly string[]): void;
  /** Replaces the findings of the deploy check. */
  markFindings(findings: readonly CheckFinding[]): void;
  /** Adds a listener, also called when another model is opened. Returns a function that removes it. */
  watchText(listener: () => void): () => void;
  /** Replaces the tokens of a simulation. */
  markTokens(marks: DiagramMarks): void;
  /** A single process without name. */
  isUnnamed(): boolean;
  nameProcess(key: string, name: string): void;
  readonly tools: DrawingTools;
  readonly types: TaskTypes;
  readonly forms: FormFields;
  close(): void;
}

interface Moddle {
  fromXML: unknown;
  getPackage(uri: string): { readonly prefix: string } | undefined;
  getType(name: string): {
    readonly $descriptor: {
      readonly propertiesByName: Readonly<
        Record<string, { default?: unknown; isMany?: boolean; xml?: { readonly serialize?: string } }>
      >;
    };
  };
}

type Services = {
  canvas: import('diagram-js/lib/core/Canvas').default;
  overlays: import('diagram-js/lib/features/overlays/Overlays').default;
  elementRegistry: import('diagram-js/lib/core/ElementRegistry').default;
  moddle: Moddle;
  modeling: { updateProperties(element: object, properties: object): void };
};

interface RootElement {
  readonly businessObject?: { readonly $type: string; readonly name?: string };
}

/**
 * Opens no model. Writes extensions of Camunda 8.
 * @param onChange called after each change
 */
export function openModeler(ground: HTMLElement, panel: HTMLElement, onChange: () => void): ModelEditor {
  const modeler = newModeler(ground, panel);
  const listeners = new Set<() => void>();
  let [text, isChanged] = ['', false];
  modeler.on('commandStack.changed', ({ trigger }: { trigger: string }) => {
    if (trigger === 'clear') return; // another model follows
    isChanged = true;
    onChange();
    for (const listener of listeners) listener();
  });
  let [faults, warnings]: [readonly string[], readonly ImportWarning[]] = [[], []];
  const tools = drawingTools(modeler);
  appendByKey(modeler);
  const size = new ResizeObserver(() => refitDrawing(modeler.get('canvas')));
  size.observe(ground);
  const unmark = () => {
    const { canvas, registry } = services(modeler);
    for (const id of faults) if (registry.get(id) !== undefined) canvas.removeMarker(id, 'is-faulty');
    faults = [];
  };
  return {
    async open(xml) {
      const before = text === '' ? '' : await this.read();
      faults = [];
      try {
        const drawing = await drawable(xml);
        const shown = await show(modeler, xml, drawing);
        [text, isChanged, warnings] = [withNamespacesOf(xml, drawing.xml), false, shown.warnings];
        for (const listener of listeners) listener();
        return shown.notes;
      } catch (fault) {
        if (before !== '') await this.open(before);
        throw fault;
      }
    },
    async read() {
      return isChanged ? withNamespacesOf(text, await saved(modeler, warnings)) : text;
    },
    markFaults(elementIds) {
      unmark();
      const { canvas, registry } = services(modeler);
      faults = elementIds.filter((id) => registry.get(id) !== undefined);
      for (const id of faults) canvas.addMarker(id, 'is-faulty');
      if (faults[0] !== undefined) tools.show(faults[0]);
    },
    markFindings: findingMarks(modeler, (elementId) => tools.show(elementId)),
    markTokens: markPainter(modeler.get('canvas'), modeler.get('overlays'), modeler.get('elementRegistry')),
    watchText(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    ...processNames(modeler),
    tools,
    ...{ types: taskTypes(modeler), forms: formFields(modeler) },
    close() {
      size.disconnect();
      modeler.destroy();
    },
  };
}

function processNames(modeler: Modeler<Services>): Pick<ModelEditor, 'isUnnamed' | 'nameProcess'> {
  const root = () => modeler.get('canvas').getRootElement();
  return {
    isUnnamed() {
      const { businessObject } = root() as unknown as RootElement;
      return businessObject?.$type === 'bpmn:Process' && (businessObject.name ?? '').trim() === '';
    },
    nameProcess: (key, name) => modeler.get('modeling').updateProperties(root(), { id: key, name }),
  };
}

function newModeler(ground: HTMLElement, panel: HTMLElement): Modeler<Services> {
  const modeler = new Modeler<Services>({
    container: ground,
    propertiesPanel: { parent: panel },
    additionalModules: [
      BpmnPropertiesPanelModule,
      BpmnPropertiesProviderModule,
      ZeebePropertiesProviderModule,
      zeebeBehaviors,
      heldPad,
      idEntries,
      plainTexts,
      dialectGroups,
      variableNames,
      libraryWords(drawingTexts.drawn),
    ],
    moddleExtensions: { zeebe },
    // theme colours, not saved in the model
    bpmnRenderer: {
      defaultFillColor: 'var(--diagram-fill)',
      defaultStrokeColor: 'var(--diagram-line)',
      defaultLabelColor: 'var(--diagram-line)',
    },
  } as ConstructorParameters<typeof Modeler>[0]);
  allowAnyName(modeler.get('moddle'));
  correctTags(modeler.get('moddle'));
  nameLogo(ground);
  return modeler;
}

async function show(
  modeler: Modeler<Services>,
  xml: string,
  drawing: Drawable,
): Promise<{ readonly notes: readonly ModelNote[]; readonly warnings: readonly ImportWarning[] }> {
  const warnings = await importModel(modeler, xml, drawing);
  const { canvas, registry } = services(modeler);
  fitDrawing(canvas);
  const model = new ModelDocument(xml);
  const isDrawn = (id: string) => registry.get(id) !== undefined;
  const lost = lostOnSave(model, await saved(modeler, warnings), (element, attribute) =>
    isDefault(modeler.get('moddle'), element, attribute),
  );
  return { notes: [...notesOf(model, warnings, { placed: drawing.placed, isDrawn }), ...lost], warnings };
}

async function saved(modeler: Modeler<Services>, warnings: readonly ImportWarning[]): Promise<string> {
  const { xml } = await withReferences(modeler.get('moddle'), warnings, () => modeler.saveXML({ format: true }));
  return xml ?? '';
}

/** The editor does not save defaults. */
function isDefault(moddle: Moddle, element: Element, { localName, value }: Attr): boolean {
  const prefix = moddle.getPackage(element.namespaceURI ?? '')?.prefix;
  const type = `${prefix}:${element.localName.slice(0, 1).toUpperCase()}${element.localName.slice(1)}`;
  try {
    const usual = moddle.getType(type).$descriptor.propertiesByName[localName]?.default;
    return usual !== undefined && String(usual) === value.trim();
  } catch {
    return false; // unknown type
  }
}

function services(modeler: Modeler<Services>) {
  return { canvas: modeler.get('canvas'), registry: modeler.get('elementRegistry') };
}
