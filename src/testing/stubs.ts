import type { Evaluator } from '../engine/evaluator.ts';
import type { DecisionModel, ExpressionModel, ProcessModel } from '../engine/model.ts';
import type { Evaluation, ExecutionInfo, VariableReader } from '../engine/values/evaluation.ts';
import type { Json } from '../engine/values.ts';
import type { MachineStubs, StubProcess } from '../memory/machine.ts';
import { typeKeyOf } from '../store/custom-tasks.ts';
import type { DecisionStub, ProcessStub, TaskStub, Values } from './api.ts';
import { escaped } from './diagram-svg.ts';

/** Slot of the stub expression of a decision; no model uses it. */
const STUBBED = 'stubbed decision';

/** Connectors by task type of the bundled plugin: a stub of one also stubs the other (docs/contributing/spec/mappings.md#results-of-connector-workers). */
const CONNECTORS: ReadonlyMap<string, string> = new Map([['rest-call', 'io.camunda:http-json:1']]);

/** Custom tasks, decisions and called processes. */
export class Stubs implements MachineStubs {
  readonly evaluator: Evaluator;
  /** Thrown by a decision stub. TestWorld takes it after each step, and throws a CannotBeDone with it. */
  fault: { readonly what: string; readonly error: unknown } | undefined;
  private readonly tasks = new Map<string, TaskStub>();
  private readonly decisions = new Map<string, DecisionStub>();
  private readonly stubProcesses = new Map<string, StubProcess>();

  constructor(evaluator: Evaluator) {
    this.evaluator = {
      evaluate: (text, ...rest) => (text.slot === STUBBED ? this.decide(text, ...rest) : evaluator.evaluate(text, ...rest)),
      run: (...asked) => evaluator.run(...asked),
      decide: (request, variables, execution) => evaluator.decide(request, variables, execution, this.evaluator),
    };
  }

  setTask(type: string, stub: TaskStub): void {
    this.tasks.set(typeKeyOf(type), stub);
  }

  taskOf(typeKey: string): TaskStub | undefined {
    return this.tasks.get(typeKey) ?? this.tasks.get(CONNECTORS.get(typeKey) ?? '');
  }

  setDecision(id: string, stub: DecisionStub): void {
    this.decisions.set(id, stub);
  }

  get decisionIds(): readonly string[] {
    return [...this.decisions.keys()];
  }

  /** Replaces the process by one task with the stub. */
  setProcess(key: string, model: ProcessModel, stub: ProcessStub): void {
    this.stubProcesses.set(key, { definitionId: `${key}:0:stub`, model });
    this.setTask(stubTaskType(key), typeof stub === 'function' ? ({ input }) => stub(input) : stub);
  }

  stubProcessFor(key: string): StubProcess | undefined {
    return this.stubProcesses.get(key);
  }

  prepared(model: ProcessModel): ProcessModel {
    if (model.decisions === undefined || !this.decisionIds.some((id) => Object.hasOwn(model.decisions ?? {}, id))) return model;
    return { ...model, decisions: this.inPlaceOf(model.decisions) };
  }

  /** Replaces decisions that have a stub. */
  inPlaceOf(decisions: Readonly<Record<string, DecisionModel>>): Readonly<Record<string, DecisionModel>> {
    const stubbed = this.decisionIds.filter((id) => Object.hasOwn(decisions, id)).map((id) => [id, stubOf(id)]);
    return { ...decisions, ...Object.fromEntries(stubbed) };
  }

  private decide({ source: id }: ExpressionModel, variables: VariableReader, _execution: ExecutionInfo): Evaluation {
    const stub = this.decisions.get(id);
    try {
      const value = typeof stub === 'function' ? stub({ ...variables.all() } as Values) : stub;
      return { ok: true, value: jsonOf(value) };
    } catch (error) {
      this.fault = { what: `the stub of decision '${id}'`, error };
      return { ok: false, code: '500', reason: 'its stub has thrown' };
    }
  }
}

/** @throws TypeError if not JSON */
export function jsonOf(value: unknown): Json {
  if (typeof (value as { then?: unknown } | null | undefined)?.then === 'function')
    throw new TypeError('it returned a promise: a decision is made synchronously');
  const text = JSON.stringify(value ?? null);
  if (text === undefined) throw new TypeError(`it gave a ${typeof value}, which is not a JSON value`);
  return JSON.parse(text) as Json;
}

function stubOf(id: string): DecisionModel {
  const text: ExpressionModel = { kind: 'expression', slot: STUBBED, dialect: 'juel', text: id, source: id };
  return { id, name: id, names: [id], requires: [], type: 'any', logic: { kind: 'text', text } };
}

const stubTaskType = (key: string) => `stub of process ${key}`;

/** Passes all its variables to one custom task, and returns the result. */
export function stubProcessText(key: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="stub">
  <process id="${escaped(key)}" isExecutable="true">
    <startEvent id="stub-start" /><sequenceFlow id="stub-in" sourceRef="stub-start" targetRef="stub-work" />
    <serviceTask id="stub-work"><extensionElements><zeebe:taskDefinition type="${escaped(stubTaskType(key))}" /></extensionElements></serviceTask>
    <sequenceFlow id="stub-out" sourceRef="stub-work" targetRef="stub-end" /><endEvent id="stub-end" />
  </process>
</definitions>`;
}

/** DMN with decisions whose results are stubbed. */
export function decisionsText(ids: readonly string[]): string {
  const decisions = ids.map(
    (id) =>
      `<decision id="${escaped(id)}" name="${escaped(id)}"><literalExpression><text>null</text></literalExpression></decision>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="stubs" name="stubs" namespace="stubs">${decisions.join('')}</definitions>`;
}
