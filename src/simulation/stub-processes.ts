import { parseDefinitions } from '../bpmn/parse-definitions.ts';
import type { Evaluator } from '../engine/evaluator.ts';
import type { ProcessModel } from '../engine/model.ts';
import type { MachineStubs, StubProcess } from '../memory/machine.ts';

const KEY = 'called';

/** A process that hands all it gets to one job, and gives back what that gives. */
const CALLED = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" targetNamespace="called">
  <process id="${KEY}" isExecutable="true">
    <startEvent id="begin" /><sequenceFlow id="in" sourceRef="begin" targetRef="work" />
    <serviceTask id="work"><extensionElements><zeebe:taskDefinition type="called process" /></extensionElements></serviceTask>
    <sequenceFlow id="out" sourceRef="work" targetRef="end" /><endEvent id="end" />
  </process>
</definitions>`;

/** Stubs of called processes that are not in the file. The user completes them. */
export class StubProcesses implements MachineStubs {
  readonly evaluator: Evaluator;
  private readonly base = readBase();
  private readonly made = new Map<string, StubProcess>();

  constructor(evaluator: Evaluator) {
    this.evaluator = evaluator;
  }

  stubProcessFor(key: string, isHere: boolean): StubProcess | undefined {
    if (isHere) return undefined;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const made = { definitionId: `${key}:0:called`, model: renamed(this.base, key) };
    this.made.set(key, made);
    return made;
  }

  prepared(model: ProcessModel): ProcessModel {
    return model;
  }

  /** Whether instances of this version are stubs. */
  has(definitionId: string): boolean {
    return definitionId.endsWith(':0:called');
  }
}

function readBase(): ProcessModel {
  const file = parseDefinitions(CALLED);
  const model = file.ok ? file.processes[0]?.model : undefined;
  if (model === undefined) throw new Error('the stub process cannot be read');
  return model;
}

/** The key of a process is the id of its outermost container. */
function renamed(model: ProcessModel, key: string): ProcessModel {
  const own = (id: string) => (id === KEY ? key : id);
  return {
    ...model,
    key,
    elements: new Map([...model.elements].map(([id, element]) => [id, { ...element, container: own(element.container) }])),
    containers: new Map([...model.containers].map(([id, container]) => [own(id), { ...container, id: own(id) }])),
  };
}
