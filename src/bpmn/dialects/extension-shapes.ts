/** Supported attributes and child elements of an extension element. */
export interface ExtensionShape {
  readonly attributes: readonly string[];
  /** By case-insensitive name. Absent: any content is allowed, or it is not read. */
  readonly children?: Readonly<Record<string, ExtensionShape>>;
}

const shape = (...attributes: readonly string[]): ExtensionShape => ({ attributes });
const PAIR = shape('source', 'target');
const PARAMETER = shape('name', 'type');
const PASSED = shape('source', 'sourceExpression', 'target', 'variables', 'businessKey', 'local', 'type');

/** Supported extension elements by name in lower case, without those that allow any content. */
export const EXTENSION_SHAPES: ReadonlyMap<string, ExtensionShape> = new Map<string, ExtensionShape>([
  ['assignmentdefinition', shape('assignee', 'candidateUsers', 'candidateGroups')],
  ['taskschedule', shape('dueDate', 'followUpDate')],
  ['prioritydefinition', shape('priority')],
  ['taskdefinition', shape('type', 'retries')],
  ['taskheaders', { attributes: [], children: { header: shape('key', 'value') } }],
  ['iomapping', { attributes: [], children: { input: PAIR, output: PAIR } }],
  ['inputoutput', { attributes: [], children: { inputParameter: PARAMETER, outputParameter: PARAMETER } }],
  ['inputmapping', PAIR],
  ['outputmapping', PAIR],
  ['in', PASSED],
  ['out', PASSED],
  [
    'calledelement',
    shape('processId', 'propagateAllParentVariables', 'propagateAllChildVariables', 'bindingType', 'versionTag', 'version'),
  ],
  [
    'loopcharacteristics',
    shape('inputCollection', 'inputElement', 'outputCollection', 'outputElement', 'collection', 'elementVariable'),
  ],
  ['subscription', shape('correlationKey')],
  ['script', shape('expression', 'resultVariable', 'scriptFormat', 'resource')],
  ['expectedoutputs', { attributes: [], children: { expectedOutput: shape('name'), output: shape('name') } }],
]);
