/** Namespaces of the dialects (docs/contributing/spec/validation.md#dialect-namespaces). */

export const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL';

/** Diagrams. */
export const BPMN_DIAGRAM = 'http://www.omg.org/spec/BPMN/20100524/DI';

/** Attributes of the Camunda and Operaton modelers on `definitions`. */
export const MODELER = 'http://camunda.org/schema/modeler/1.0';

const FLEANS: ReadonlySet<string> = new Set(['https://fleans.io/schema/bpmn/1.0', 'http://fleans.io/schema/bpmn/fleans']);
/** Camunda 8, and zenbpm, which has the same words. */
const ZEEBE: ReadonlySet<string> = new Set(['http://camunda.org/schema/zeebe/1.0', 'http://zenbpm.pbinitiative.org/1.0']);
const JBPM: ReadonlySet<string> = new Set(['http://www.jboss.org/drools', 'https://www.jboss.org/drools']);
const FLOWABLE: ReadonlySet<string> = new Set(['http://activiti.org/bpmn', 'http://flowable.org/bpmn']);
const CAMUNDA: ReadonlySet<string> = new Set([
  'http://camunda.org/schema/1.0/bpmn',
  'http://operaton.org/schema/1.0/bpmn',
  ...FLOWABLE,
]);

/** Parts of the names of namespaces of diagrams and of modeling tools: no engine executes anything in them. */
const TOOL_WORDS: ReadonlySet<string> = new Set([
  ...['di', 'dc', 'dd', 'bpmndi', 'color', 'colour', 'biocolor', 'layout', 'graphics', 'diagram', 'bpsim', 'gpd'],
  ...['modeler', 'modeller', 'modeling', 'design', 'designer', 'stencil', 'editor', 'cawemo', 'conversion'],
  ...['signavio', 'bizagi', 'trisotech', 'yaoqiang', 'sourceforge', 'boc', 'aris', 'eclipse', 'w3'],
]);

/** A test on a namespace URI; `''` is no namespace. */
export type NamespaceTest = (uri: string) => boolean;

/** camunda: Camunda 7, Operaton, Activiti, Flowable. */
export const camunda: NamespaceTest = (uri) => CAMUNDA.has(uri);

/** ext: fleans, legacy fleans, zeebe, zenbpm, or no namespace at all. */
export const ext: NamespaceTest = (uri) => uri === '' || ZEEBE.has(uri) || FLEANS.has(uri);

/** Any dialect, or no namespace at all. */
export const anyDialect: NamespaceTest = (uri) => ext(uri) || camunda(uri);

/** A known namespace: what is written in it is either executed or warned about. */
export const knownDialect: NamespaceTest = (uri) => uri !== '' && anyDialect(uri);

/** An unknown namespace that is not one of diagrams or tools: its author may expect it to be executed. */
export const foreign: NamespaceTest = (uri) =>
  uri !== '' &&
  uri !== BPMN &&
  !anyDialect(uri) &&
  !jbpm(uri) &&
  !uri
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => TOOL_WORDS.has(word));

/** fleans, also its older name. */
export const fleans: NamespaceTest = (uri) => FLEANS.has(uri);

/** flowable: Flowable, Activiti. */
export const flowable: NamespaceTest = (uri) => FLOWABLE.has(uri);

/** zeebe: Camunda 8, zenbpm. */
export const zeebe: NamespaceTest = (uri) => ZEEBE.has(uri);

/** jbpm: jBPM, Kogito, Drools. */
export const jbpm: NamespaceTest = (uri) => JBPM.has(uri);

/** Any namespace, known or not. */
export const anyNamespace: NamespaceTest = () => true;
