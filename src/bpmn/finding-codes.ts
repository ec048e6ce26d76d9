/**
 * Codes of the texts of findings, for clients that show them in another language. A name in braces is a value. Texts are matched in this order: special
 * ones come first. A code and the names of its values never change (docs/contributing/spec/validation.md#finding-codes).
 */
export const FINDING_TEXTS = {
  // file
  'file-empty': 'BpmnXml is required',
  'doctype-not-allowed': 'document type declarations are not allowed',
  'nesting-too-deep': 'nesting too deep',
  'too-many-elements': 'too many elements',
  'too-many-attributes': 'too many attributes',
  'too-many-namespaces': 'too many namespace declarations',
  'too-many-processes': 'too many processes: {count}, at most {limit} (Engine:MaxProcessesPerFile)',
  'too-much-memory': 'the file takes more than {limit} MB of memory to read (Engine:ModelReaderMemoryMb)',
  'too-slow-to-read': 'the file takes more than {limit} seconds to read',
  'root-not-definitions': 'root element must be definitions',
  'no-process': 'no process element found',
  'process-without-id': 'process has no id',
  'duplicate-process-id': 'duplicate process id',
  'id-required': 'id is required',
  'duplicate-id': 'duplicate id',
  'unsupported-element': 'unsupported element',
  'findings-omitted': 'more findings for this file were omitted',
  // root elements and flows
  'name-required': 'name is required',
  'link-name-required': 'link name is required',
  'escalation-code-required': 'escalation code is required',
  'condition-required': 'condition is required',
  'event-definition-required': 'event definition is required',
  'called-element-required': 'calledElement is required',
  'cardinality-required': 'loopCardinality or collection is required',
  'loop-end-required': 'loopCondition or loopMaximum is required',
  'timer-form-required': 'exactly one of timeDate, timeDuration, timeCycle is required',
  'flow-leaves-sub-process': 'flow connects elements in different sub-processes',
  'incoming-flow-not-allowed': 'incoming flow not allowed',
  'outgoing-flow-of-compensation':
    'outgoing flow not allowed on a compensation boundary event: an association leads to its handler',
  'outgoing-flow-not-allowed': 'outgoing flow not allowed',
  'default-flow-elsewhere': "default flow '{flow}' is not an outgoing flow",
  'event-gateway-without-target': 'event-based gateway needs a target',
  'event-gateway-target': "'{target}' cannot follow an event-based gateway",
  'starting-gateway-target': "'{target}' cannot start an instance",
  // start events
  'second-none-start': "only one none start event is allowed in '{container}'",
  'start-event-misplaced': '{kind} start event is not allowed here',
  'parallel-multiple-start': 'parallelMultiple is not allowed on a process start',
  'event-sub-process-starts': 'event sub-process needs exactly one start event',
  'event-sub-process-trigger': 'start event of an event sub-process needs a trigger',
  'event-sub-process-misuse': '{kind} is not allowed on an event sub-process',
  'duplicate-start-event': "duplicate start event for '{name}'",
  'event-name-empty': 'event name is empty',
  'no-start-event': 'process has no start event',
  'too-many-timer-starts': 'the file has more than {limit} start events with timers',
  'too-many-starts': 'the process has more than {limit} events that start it',
  'too-many-boundary-events': 'an activity has more than {limit} boundary events',
  // events
  'unsupported-event-definition': 'unsupported event definition {kind}',
  'event-definitions-combined': 'event definitions {first} and {second} cannot be combined',
  'timer-text-invalid': ["timer text '{text}' is not valid: {reason}", "timer text '{text}' is not valid"],
  'no-link-target': "no link target '{name}'",
  'duplicate-link-target': "duplicate link target '{name}'",
  'not-attachable': "cannot be attached to {kind} '{element}'",
  'boundary-event-misplaced': '{kind} boundary event is not allowed on {host}',
  'second-cancel-boundary': 'only one cancel boundary event is allowed',
  'compensation-handlers': 'compensation boundary event needs exactly one handler',
  'second-compensation-boundary': "only one compensation boundary event is allowed on '{element}'",
  'handler-compensated': 'compensation handler cannot be compensated',
  'not-compensable': "activityRef '{element}' cannot be compensated",
  'compensation-sub-process-misplaced': 'compensation event sub-process is not allowed here',
  'cancel-end-misplaced': 'cancel end event outside a transaction',
  // loops, calls, attributes
  'transaction-multi-instance': 'transaction cannot be multi-instance',
  'second-loop-marker': 'only one loop marker is allowed',
  'cardinality-negative': "loopCardinality '{text}' must be at least 0",
  'at-least-one': '{name} must be at least 1',
  'binding-without-value': "binding '{binding}' needs a value",
  'unknown-binding': "unknown binding '{binding}'",
  'ad-hoc-empty': 'ad-hoc sub-process needs an activity',
  'not-in-ad-hoc': '{kind} is not allowed in an ad-hoc sub-process',
  'ordering-invalid': "ordering '{ordering}' is not valid",
  'not-a-boolean': "attribute {name}: '{value}' is not a boolean",
  'not-one-of-two': "attribute {name}: '{value}' is neither {first} nor {second}",
  'too-many-listeners': 'has more than {limit} listeners',
  'too-many-scripts': 'has more than {limit} entry and exit scripts',
  'date-invalid': "{place} '{text}' is neither an ISO 8601 date nor a duration",
  'priority-invalid': "{place} '{text}' is not a whole number of 32 bits",
  'output-collection-invalid': "outputCollection '{name}' is not valid",
  // scripts, expressions, mappings
  'python-script': "script format 'python' of SpiffWorkflow is not supported",
  'script-format-unsupported': "script format '{format}' is not supported",
  'script-resource-unsupported': 'script resource is not supported',
  'script-resource-missing': "script resource '{name}' is not deployed with the file",
  'cannot-parse': "{place}: cannot parse '{text}': {reason} at {line}:{column}",
  'mapping-incomplete': 'mapping needs source and target',
  'mapping-target-invalid': "mapping target '{name}' is not valid",
  'mapping-source-invalid': "mapping source '{text}' is not valid",
  'secret-not-sent': "input '{name}' names a secret, but '{type}' sends nothing to other services",
  'condition-constant': "{place} '{text}' is a number or text, and a condition must give true or false",
  'condition-divides': "{place} '{text}' divides as in Python, which is not supported",
  'language-unsupported': "{place} language '{language}' is not supported",
  'too-long': '{place} is longer than {limit} characters',
  // warnings: flows and events
  'unreachable-node': 'no path leads here',
  'condition-ignored-on-default': 'condition on the default flow is ignored',
  'condition-ignored-after-gateway': 'condition after {gateway} gateway is ignored',
  'activation-condition-ignored': 'activation condition of a gateway with one incoming flow is ignored',
  'flow-without-condition': 'flow out of an exclusive gateway has no condition and is not the default flow',
  'event-gateway-one-flow': 'event-based gateway has one flow only',
  'target-has-other-flow': "target '{target}' has another incoming flow",
  'target-has-boundary-events': "target '{target}' has boundary events",
  'gateway-direction-ignored': "gatewayDirection '{direction}' contradicts the flows and is ignored",
  'treated-as-interrupting': 'non-interrupting {kind} event is treated as interrupting',
  'end-event-without-reference': '{kind} definition has no {name}; the event just ends',
  'error-reference-unknown': "errorRef '{code}' names no error; its text is used as the code",
  'escalation-never-fires': 'escalation event on a user task never fires',
  'handler-without-mark': 'compensation handler has no isForCompensation and is treated as if it had it',
  'cron-weekday-from-zero':
    "weekday '{weekday}' of a cron text is counted from 0 (Sunday); Quartz counts from 1 (Sunday). Use SUN to SAT",
  'correlation-subscription-ignored':
    'correlationSubscription is not executed (line {at}); give what waits for a message a correlation key',
  // warnings: processes, calls, loops
  'first-process-deployed':
    'isExecutable="false" is ignored: no process of the file is executable, and the first one is deployed',
  'process-skipped': 'process is not executable (isExecutable="false") and is skipped',
  'business-key-ignored': 'businessKey is ignored',
  'wait-for-completion-ignored': 'waitForCompletion is ignored; the event waits',
  'signal-payload-ignored': 'payload of a signal is ignored',
  'input-association-ignored': 'dataInputAssociation is ignored: {kind} events carry no variables',
  'no-variables-passed': 'no {names}: no variables pass {where}, as in {platform}',
  'loop-sources': 'loop has several sources; the {place} is used',
  'event-reference-ignored': '{name} names no event definition and is ignored',
  'decision-binding-ignored': "{name} '{binding}' is ignored: the process keeps the decisions it was deployed with",
  'parallel-paths-shared':
    "'{reader}' reads {variable}, which '{writer}' on a parallel path writes, and sees it immediately: paths share their variables; branchVariables=\"isolated\" on the process changes that",
  'parallel-paths-isolated':
    "'{reader}' reads {variable}, which '{writer}' on a parallel path writes, and sees it once the paths have joined: they do not share their variables; branchVariables=\"shared\" on the process changes that",
  // warnings: work
  'receive-task-without-message': 'neither messageRef nor operationRef names a message; the task waits to be completed',
  'operation-message-ignored': 'operationRef is ignored: its message is another one than that of messageRef',
  'triggerable-ignored': 'triggerable is ignored: the task ends with its work',
  'task-without-type': 'no task type is given; the task waits to be completed',
  'method-call-not-executed': 'expression calls a method of an object that is not a variable; the task waits to be completed',
  'decision-not-deployed-and-more':
    "{what} is not executed: decision '{decision}' is not deployed; the task waits to be completed",
  'decision-not-deployed': [
    "decision '{decision}' is not deployed; the task waits to be completed",
    "decision '{decision}' is not deployed",
  ],
  'work-waits-for-worker': "{what} is not executed; the task waits for a worker of task type '{type}'",
  'work-waits-for-completion': '{what} is not executed; the task waits to be completed',
  'connector-of-ad-hoc': "connector '{type}' is not executed; the sub-process waits for a worker of this task type",
  'built-in-type-of-ad-hoc': "taskDefinition is ignored: tasks of type '{type}' are done by the service itself",
  'ad-hoc-is-led': '{name} is ignored: a job decides what begins',
  'cannot-be-read': '{name} cannot be read and is ignored',
  'data-input-not-executed': 'data input {name} is not executed: model a boundary timer',
  'form-never-shown': 'the form is never shown: start requests do not use this start event',
  'form-too-long': "the form '{name}' is longer than {limit} characters and is not read",
  'form-too-deep': "the form '{name}' has groups deeper than {limit}, which are left out",
  'form-not-json': "the form '{name}' is not JSON and is ignored",
  'form-not-in-process': "the form '{name}' is not in the process",
  'form-part-left-out': [
    "the form is too long, a part of its field '{name}', and of {more} more, is left out",
    "the form is too long, a part of its field '{name}' is left out",
  ],
  'form-fields-left-out': "the form is too long, its field '{name}' and those behind it are left out",
  'form-default-ignored': "default of the form field '{name}' is an expression and is ignored",
  'timer-first-due': 'the timer is first due after {first}, as every time after it, not after {written}',
  'ad-hoc-begins': 'begins with its ad-hoc sub-process; without customAutoStart jBPM waits for a signal',
  'topic-ignored': "topic '{topic}' is ignored: the task type '{type}' counts",
  'extension-script-ignored': 'the extension script (line {at}) is ignored: the BPMN script counts',
  // warnings: data and names
  'unknown-function': "{place}: unknown function '{name}', it fails when it is reached",
  'texts-compared-by-content': "{place}: '{operator}' compares texts by content, Java by identity; use {advice}",
  'secret-is-text': '{place}: {{secrets.…}} is text here; secrets are put into inputs of custom tasks only',
  'import-skipped': [
    "{place}: '{import}' is skipped, there is nothing to import",
    '{import} is skipped, there is nothing to import',
  ],
  'association-of-platform': '{name} is not executed in a file made for {platform}',
  'value-of-other-type': "value '{value}' is not of type {type}",
  'value-unusable': "value '{value}' cannot be used: {reason}",
  'value-too-deep': "value '{value}' is nested too deep",
  'aggregation-refused': "variableAggregation '{name}': {reason}",
  'name-of-variable': "{name} '{value}' must be a name of letters, digits and _",
  'call-waits': 'waitForCompletion is ignored: the call waits',
  'mapping-code-not-executed': '{name} is not executed; map the variables with in and out',
  'tag-not-checked': "tag '{name}' is not checked",
  'rules-run-elsewhere': 'ruleFlowGroup is not executed, rules run elsewhere',
  'association-without-variable': '{name} moves nothing: no variable is named',
  'association-unknown-id': "{name} moves nothing: '{id}' is the id of no variable",
  'association-unknown-name': "{name} moves nothing: the name of '{id}' is not that of a variable",
  'read-as-lenient': "text after '=' is not FEEL and was read as lenient",
  'language-unknown': "{place} language '{language}' is not known; the text was read as lenient",
  'reference-by-name': "{name} '{value}' is not an id; it is read as the name of the {kind}",
  'not-found': "{name} '{value}' not found",
  'value-overruled': "{name} '{value}' of {place} (line {at}) is ignored: '{counts}' counts",
  'initiator-of-caller': 'initiator sets {variable} only where the caller is known; else give the variable {again} at the start',
  'unknown-namespace': [
    '{kind} {name} of the unknown namespace {namespace} is ignored (line {at}, and {more} more)',
    '{kind} {name} of the unknown namespace {namespace} is ignored',
  ],
  'attribute-of-part-ignored': 'attribute {name} of {part} is ignored',
  'element-of-part-ignored': 'element {name} of {part} is ignored',
  'attribute-ignored': 'attribute {name} is ignored',
  'extension-element-ignored': 'extension element {name} is ignored',
  'performer-without-names': '{name} has no user or group and is ignored',
  'performer-repeated': '{name} occurs more than once; the first one counts',
  'performer-overruled': '{name} is ignored because of {property}',
  'performer-ignored': 'performer is ignored',
  'listener-not-executed': '{name} is not executed: {reason}',
  'not-executed': '{name} is not executed',
  // warnings of the reader of editors
  'unresolved-reference': '{name}: unresolved reference <{value}>',
  'unknown-attribute': 'unknown attribute <{name}>',
  'unknown-element': ['unrecognized element <{name}>', 'unparsable content <{name}> detected'],
  // the same for all names of references and attributes
  'attribute-of-flowable': 'attribute {name} of Flowable is not supported',
  'not-supported': '{name} is not supported',
  'ignored-because': '{name} is ignored: {reason}',
  ignored: '{name} is ignored',
  'reference-required': '{name} is required',
  'text-empty': '{place} is empty',
} as const satisfies Readonly<Record<string, string | readonly string[]>>;

export type FindingCode = keyof typeof FINDING_TEXTS;

/** `values`: texts by the names in braces, also `nearest` (known name) and `notExecutable` (process) if the text has them. */
export interface CodedText {
  readonly code: FindingCode;
  readonly values: Readonly<Record<string, string>>;
}

/** Ends that many texts have. */
const ENDS = [
  / \(line (?<line>\d+)\)$/,
  /; the nearest known name is (?<nearest>\S+)$/,
  /; process '(?<notExecutable>.*)' has isExecutable="false"$/,
];

/** Longer texts have no code. Characters. */
const LONGEST = 1000;

/** `parts`: the fixed texts before, between and after the `names` of values. */
interface Template {
  readonly code: FindingCode;
  readonly parts: readonly string[];
  readonly names: readonly string[];
}
let templates: readonly Template[] | undefined;

/** Returns undefined for texts of plugins and of later releases. `text`: without the element. */
export function codeOf(text: string): CodedText | undefined {
  if (text.length > LONGEST) return undefined;
  templates ??= Object.entries(FINDING_TEXTS).flatMap(([code, texts]) =>
    [texts].flat().map((template) => templateOf(code as FindingCode, template)),
  );
  const ends: Record<string, string> = {};
  let words = text;
  for (const end of ENDS) {
    const found = end.exec(words);
    if (found === null) continue;
    Object.assign(ends, found.groups);
    words = words.slice(0, found.index);
  }
  for (const template of templates) {
    const values = valuesIn(words, template);
    if (values !== undefined) return { code: template.code, values: { ...values, ...ends } };
  }
  return undefined;
}

function templateOf(code: FindingCode, template: string): Template {
  const pieces = template.split(/\{(\w+)\}/);
  return { code, parts: pieces.filter((_, at) => at % 2 === 0), names: pieces.filter((_, at) => at % 2 === 1) };
}

/** Each value ends at the first place where the next fixed text follows, the last one at the end: linear time, unlike a regular expression. */
function valuesIn(words: string, { parts, names }: Template): Readonly<Record<string, string>> | undefined {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return words === first ? {} : undefined;
  const end = words.length - last.length;
  if (!words.startsWith(first) || !words.endsWith(last) || end < first.length) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const part of others) {
    const next = words.indexOf(part, at);
    if (next < 0 || next + part.length > end) return undefined;
    values.push(words.slice(at, next));
    at = next + part.length;
  }
  values.push(words.slice(at, end));
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}

/** Splits a text that names its element, such as `userTask 'a': no path leads here`. */
export function partsOf(text: string): { readonly subject?: string; readonly words: string } {
  const [all, subject] = /^([A-Za-z]+(?: '[^']*')?): /.exec(text) ?? [];
  return all === undefined || subject === undefined ? { words: text } : { subject, words: text.slice(all.length) };
}
