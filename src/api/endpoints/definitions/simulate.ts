import { jsonAnswer, problemAnswer } from '../../../platform/answer.ts';
import { formatTimestamp } from '../../../platform/clock.ts';
import type {
  ActKind,
  ShownVariables,
  SimulatedIncident,
  SimulatedInstance,
  SimulatedWait,
  SimulationState,
} from '../../../simulation/protocol.ts';
import { readResources } from '../../body/resources.ts';
import { readActs } from '../../body/simulation-acts.ts';
import { commonAnswers } from '../../common-answers.ts';
import { writeEndpoint } from '../../endpoint.ts';
import { rejectionAnswer, rejectionText } from '../../http-errors.ts';
import { ORDER_XML } from '../../openapi/examples.ts';
import type { userTaskForm } from '../../schemas/forms.ts';
import { simulateRequest, simulateResponse } from '../../schemas/simulation.ts';
import type { ResponseBody } from '../../schemas/values.ts';
import { storedDecisionsOf } from '../../stored-decisions.ts';

type SimulateResponse = ResponseBody<typeof simulateResponse>;

/** ISO 8601 with date, time and offset. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Names of references to decisions: other models are not read for them. */
const DECISIONS = /decisionId|decisionRef|decisionTableReferenceKey|decisionServiceReferenceKey/i;

/** See docs/contributing/spec/http/definitions.md#simulate. Stores and sends nothing. */
export const simulateDefinition = writeEndpoint({
  method: 'POST',
  pattern: '/Definitions/simulate',
  permission: 'author',
  keepsKeys: true,
  rateLimit: 'WorkflowMutation',
  audit: 'none',
  id: 'simulate',
  tag: 'Definitions',
  summary: 'Simulate a BPMN model',
  description: 'Runs a model with the real engine in memory and applies the given actions. Stores and sends nothing.',
  body: simulateRequest,
  examples: {
    'list the start events': { BpmnXml: ORDER_XML },
    'two actions': {
      BpmnXml: ORDER_XML,
      StartedAt: '2026-01-01T08:00:00Z',
      Acts: [
        { Act: 'start', Variables: { orderNumber: 'PO-1' } },
        { Act: 'complete', Element: 'review', Variables: { approved: true } },
      ],
    },
  },
  answer: simulateResponse,
  refusals: [
    { status: 400, shape: 'E', text: 'Invalid BPMN: BpmnXml is required' },
    { status: 400, shape: 'E', text: 'Invalid BPMN: <diagnostic> (line <l>, column <c>)' },
    { status: 400, shape: 'P', text: 'StartedAt must be a timestamp.' },
    { status: 400, shape: 'P', text: 'Acts[<n>].<member> must be …' },
    { status: 422, shape: 'P', text: 'The simulation stopped: it takes more than <n> seconds.' },
    { status: 503, shape: 'P', text: 'Too many simulations are waiting. Nothing was done.' },
  ],
  async handle(request, { db, reader, simulator }) {
    const { path, principal } = request;
    const { BpmnXml: bpmnXml, Resources, StartedAt, Acts } = request.members;
    const further = readResources(Resources);
    if (!further.ok) return further.answer;
    const startedAt = StartedAt === undefined ? Date.now() : readTime(StartedAt);
    if (startedAt === undefined) return problemAnswer('invalid-field', 'StartedAt must be a timestamp.', path);
    const acts = readActs(Acts, request.body);
    if (!acts.ok) return problemAnswer('invalid-field', acts.detail, path);
    const owner = principal?.keyOwner ?? '';
    if (!simulator.hasPlaceFor(owner)) return commonAnswers.tooManySimulations(path);
    const { resources, scripts } = further;
    const models = [bpmnXml, ...resources.map(({ content }) => content)].filter((text) => DECISIONS.test(text));
    if (models.some(({ length }) => !reader.hasPlaceFor(length))) return commonAnswers.overloaded(path);
    const decisions = await storedDecisionsOf({ db, reader }, models);
    const outcome = await simulator.simulate(owner, { bpmnXml, resources, scripts, startedAt, acts: acts.value, decisions });
    if (outcome.ok) return jsonAnswer(stateJson(outcome.state, startedAt));
    if (outcome.why === 'model') return rejectionAnswer('DeployDefinition', outcome.rejection, request);
    return problemAnswer('simulation-failed', `The simulation stopped: ${outcome.text}.`, path);
  },
});

function readTime(text: string): number | undefined {
  const time = TIME.test(text.trim()) ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function stateJson(state: SimulationState, startedAt: number): SimulateResponse {
  const { now, done, refusal, starts, instances, instanceCount, waits, waitCount, elements, flows } = state;
  return {
    StartedAt: formatTimestamp(startedAt),
    Now: formatTimestamp(now),
    Done: done,
    ...(refusal !== null && { Refusal: typeof refusal === 'string' ? refusal : rejectionText('CompleteActivity', refusal, '') }),
    Starts: starts.map(({ key, processName, element, elementName, kind, name, suggested, form }) => ({
      ...{ ProcessDefinitionKey: key, ProcessName: processName, Element: element, ElementName: elementName },
      ...{ Kind: capital(kind), Name: name, Suggested: suggested },
      ...formJson(form),
    })),
    Instances: instances.map(instanceJson),
    InstanceCount: instanceCount,
    Waits: waits.map(waitJson),
    WaitCount: waitCount,
    Elements: elements.map(({ id, active, completed, failed, cancelled }) => ({
      ...{ Id: id, Active: active, Completed: completed, Failed: failed, Cancelled: cancelled },
    })),
    Flows: flows.map(({ id, taken }) => ({ Id: id, Taken: taken })),
  };
}

function instanceJson({ key, status, failure, variables, scopes }: SimulatedInstance): SimulateResponse['Instances'][number] {
  const shown = failure === null ? undefined : { Code: failure.code, Message: failure.message };
  return {
    ProcessDefinitionKey: key,
    Status: capital(status),
    ...(failure !== null &&
      shown !== undefined && { Failure: { ...shown, Element: failure.element, ElementName: failure.elementName } }),
    ...variablesJson(variables),
    Scopes: scopes.map(({ element, ...shown }) => ({ Element: element, ...variablesJson(shown) })),
  };
}

function waitJson(wait: SimulatedWait): SimulateResponse['Waits'][number] {
  const { instance, element, elementName, index, kind, text, acts, suggested, subject, correlationKey, dueAt, people, input } =
    wait;
  const { incident, form } = wait;
  return {
    ...{ Instance: instance, Element: element, ElementName: elementName, Index: index },
    ...{ Kind: capital(kind), Text: text, Acts: acts as ActKind[], Suggested: suggested },
    ...{ Subject: subject, CorrelationKey: correlationKey, DueAt: dueAt === null ? null : timeOf(dueAt), People: [...people] },
    ...formJson(form),
    ...(input !== null && { Input: variablesJson(input) }),
    ...(incident !== null && { Incident: incidentJson(incident) }),
  };
}

function formJson(form: SimulatedWait['form']) {
  return form === null ? {} : { Form: form as ResponseBody<typeof userTaskForm> };
}

function incidentJson({ elementType, code, message, count }: SimulatedIncident) {
  return { ElementType: elementType, Code: code, Message: message, Count: count };
}

/** Null outside the range of Date, where a timer can be due. */
function timeOf(ms: number): string | null {
  return Math.abs(ms) <= 8.64e15 ? formatTimestamp(ms) : null;
}

function variablesJson({ values, cut }: ShownVariables) {
  return { Variables: values, ...(cut.length > 0 && { NotShown: [...cut] }) };
}

function capital<Word extends string>(word: Word): Capitalize<Word> {
  return (word.charAt(0).toUpperCase() + word.slice(1)) as Capitalize<Word>;
}
