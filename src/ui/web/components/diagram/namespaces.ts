/** Namespace of models. */
export const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';
/** Shapes and edges. */
export const BPMNDI = 'http://www.omg.org/spec/BPMN/20100524/DI';
/** Bounds of shapes. */
export const DC = 'http://www.omg.org/spec/DD/20100524/DC';
/** Points of edges. */
export const DI = 'http://www.omg.org/spec/DD/20100524/DI';
