/** Types for the used part of bpmn-moddle 10.3.1. The package has no declarations for its entry point. */
declare module 'bpmn-moddle' {
  /** An element as read by moddle. It also has the properties of the metamodel. */
  export interface ModdleElement {
    readonly $type?: string;
    readonly id?: unknown;
  }

  /** A problem found by moddle. `element` is absent if the element itself could not be read. */
  export interface ImportWarning {
    readonly message: string;
    readonly error?: Error;
    readonly element?: ModdleElement;
    readonly property?: string;
    readonly value?: unknown;
  }

  /** A reference that is resolved after the whole file is read. */
  export interface ImportReference {
    readonly element?: ModdleElement;
    readonly id: string;
  }

  /** State of a running import. Its hooks are called for every element, reference and warning. */
  export interface ImportContext {
    readonly elementsById: Readonly<Record<string, ModdleElement>>;
    readonly warnings: readonly ImportWarning[];
    addElement(element: ModdleElement): void;
    addReference(reference: ImportReference): void;
    addWarning(warning: ImportWarning): void;
  }

  /** Handler of the root element. Receives the context of its import. */
  export interface RootHandler {
    context?: ImportContext;
  }

  /** The reader of a file. Import options become its properties. */
  export interface ImportReader {
    handler(typeName: string): RootHandler;
  }

  export class BpmnModdle {
    fromXML(xml: string, typeName: string, options: Partial<ImportReader>): Promise<unknown>;
  }
}
