import type { EngineCommandOf } from '../commands.ts';
import { containerOf, elementOf } from '../model.ts';
import { failInstance } from '../policies/instance-failure.ts';
import { armEventSubProcesses } from '../policies/open-scope.ts';
import type { Run } from '../run.ts';
import { targetStep } from './triggered-start.ts';

/** L1: root variables, root scope with its event sub-processes, first token. A repeated start of the same instance is settled by the caller's inbox. */
export function start(run: Run, command: EngineCommandOf<'StartInstance'>): undefined {
  if (run.state.status !== 'new') throw new Error(`instance ${command.instanceId} was started before`);
  const startElement = command.startElement ?? containerOf(run.model, run.model.key).starts[0] ?? null;
  run.emit({
    type: 'InstanceStarted',
    instanceId: command.instanceId,
    definitionId: command.definitionId,
    key: run.model.key,
    version: command.version,
    businessId: command.businessId,
    startElement,
    variables: command.variables,
    rootVariables: run.nextOrdinal(),
    rootScope: run.nextOrdinal(),
    ...(command.caller === undefined ? {} : { caller: command.caller }),
  });
  const { rootScope, rootVariables } = run.state;
  const failure = armEventSubProcesses(run, rootScope);
  if (failure !== undefined) failInstance(run, null, failure.code, failure.message);
  else if (startElement === null) run.tokenLeft(rootScope);
  else
    targetStep(run, elementOf(run.model, startElement), command.startElement !== undefined, {
      scope: rootScope,
      variableScope: rootVariables,
    });
  return undefined;
}
