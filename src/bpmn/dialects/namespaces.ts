import { BPMN, type NamespaceTest } from '../xml/namespaces.ts';

/** XML namespaces of the supported dialects (docs/contributing/spec/validation.md#dialect-namespaces). */

/** Attributes of Camunda and Operaton on `definitions`. */
export const MODELER = 'http://camunda.org/schema/modeler/1.0';

const FLEANS: ReadonlySet<string> = new Set(['https://fleans.io/schema/bpmn/1.0', 'http://fleans.io/schema/bpmn/fleans']);
/** Camunda 8, and zenbpm. */
const ZEEBE: ReadonlySet<string> = new Set(['http://camunda.org/schema/zeebe/1.0', 'http://zenbpm.pbinitiative.org/1.0']);
const JBPM: ReadonlySet<string> = new Set(['http://www.jboss.org/drools', 'https://www.jboss.org/drools']);
const FLOWABLE: ReadonlySet<string> = new Set(['http://activiti.org/bpmn', 'http://flowable.org/bpmn']);
const CAMUNDA: ReadonlySet<string> = new Set([
  'http://camunda.org/schema/1.0/bpmn',
  'http://operaton.org/schema/1.0/bpmn',
  ...FLOWABLE,
]);

/** Diagrams and modeling tools: never executed. */
const TOOL_WORDS: ReadonlySet<string> = new Set([
  ...['di', 'dc', 'dd', 'bpmndi', 'color', 'colour', 'biocolor', 'layout', 'graphics', 'diagram', 'bpsim', 'gpd'],
  ...['modeler', 'modeller', 'modeling', 'design', 'designer', 'stencil', 'editor', 'cawemo', 'conversion'],
  ...['signavio', 'bizagi', 'trisotech', 'yaoqiang', 'sourceforge', 'boc', 'aris', 'eclipse', 'w3'],
]);

/** Camunda 7, Operaton, Activiti, Flowable. */
export const camunda: NamespaceTest = (uri) => CAMUNDA.has(uri);

/** fleans, zeebe, zenbpm, or no namespace. */
export const ext: NamespaceTest = (uri) => uri === '' || ZEEBE.has(uri) || FLEANS.has(uri);

/** Any dialect, or no namespace. */
export const anyDialect: NamespaceTest = (uri) => ext(uri) || camunda(uri);

/** Namespaces whose content is executed or reported in a warning. */
export const knownDialect: NamespaceTest = (uri) => uri !== '' && anyDialect(uri);

/** Namespaces whose attributes on texts are reported: all dialects, and jBPM. */
export const isReportedOnTexts: NamespaceTest = (uri) => knownDialect(uri) || jbpm(uri);

/** Unknown namespace, not of diagrams or tools: its author may expect that it is executed. */
export const foreign: NamespaceTest = (uri) =>
  uri !== '' &&
  uri !== BPMN &&
  !anyDialect(uri) &&
  !jbpm(uri) &&
  !uri
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .some((word) => TOOL_WORDS.has(word));

/** fleans, current and older URI. */
export const fleans: NamespaceTest = (uri) => FLEANS.has(uri);

/** Flowable, Activiti. */
export const flowable: NamespaceTest = (uri) => FLOWABLE.has(uri);

/** Camunda 8, zenbpm. */
export const zeebe: NamespaceTest = (uri) => ZEEBE.has(uri);

/** jBPM, Kogito, Drools. */
export const jbpm: NamespaceTest = (uri) => JBPM.has(uri);

/** SpiffWorkflow. */
export const spiff: NamespaceTest = (uri) => uri.startsWith('http://spiffworkflow.org/bpmn/schema/');
