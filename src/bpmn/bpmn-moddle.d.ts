/** What is used of the package bpmn-moddle 10.3.1, which has no declarations for its entry point. */
declare module 'bpmn-moddle' {
  /** An element as moddle read it. It also has the members of the model. */
  export interface ModdleElement {
    readonly $type?: string;
    readonly id?: unknown;
  }

  /** One thing that moddle does not understand. `element` is absent where the element itself could not be read. */
  export interface ImportWarning {
    readonly message: string;
    readonly error?: Error;
    readonly element?: ModdleElement;
    readonly property?: string;
    readonly value?: unknown;
  }

  /** A reference to be resolved once the file is read. */
  export interface ImportReference {
    readonly element?: ModdleElement;
    readonly id: string;
  }

  /** What a running import collects. Its hooks are called for every element, reference and warning. */
  export interface ImportContext {
    readonly elementsById: Readonly<Record<string, ModdleElement>>;
    readonly warnings: readonly ImportWarning[];
    addElement(element: ModdleElement): void;
    addReference(reference: ImportReference): void;
    addWarning(warning: ImportWarning): void;
  }

  /** The handler of the root element; gets the context of its import. */
  export interface RootHandler {
    context?: ImportContext;
  }

  /** The reader of a file; `options` of an import become its members. */
  export interface ImportReader {
    handler(typeName: string): RootHandler;
  }

  export class BpmnModdle {
    fromXML(xml: string, typeName: string, options: Partial<ImportReader>): Promise<unknown>;
  }
}
