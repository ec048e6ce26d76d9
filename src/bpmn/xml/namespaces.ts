export const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

export const BPMN_DIAGRAM = 'http://www.omg.org/spec/BPMN/20100524/DI';

/** `''`: no namespace. */
export type NamespaceTest = (uri: string) => boolean;

export const anyNamespace: NamespaceTest = () => true;
