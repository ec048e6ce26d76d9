import type { Behaviour, Failure } from '../behaviour.ts';
import type { EndEventModel, ExpressionModel } from '../model.ts';
import { cancelOtherTokens } from '../policies/cancellation.ts';
import { outerCatcher } from '../policies/error-propagation.ts';
import { evaluateText } from '../policies/evaluate-text.ts';
import { endToken } from '../policies/leave.ts';
import type { Run } from '../run.ts';
import type { EntryState } from '../state.ts';

/** End events: none, terminate, error (bpmn.md 3.2, 3.3, 3.7). Each completes first, then does what its definition says. */
export const endEvent: Behaviour<'endEvent'> = {
  type: 'endEvent',
  onActivated: (run, element, entry) => {
    switch (element.trigger.kind) {
      case 'none':
        return 'leave';
      case 'terminate':
        return terminate(run, element, entry);
      case 'error':
        return throwError(run, element.trigger, entry);
    }
  },
};

/** Every other token of the scope goes; the scope then ends normally, without compensation. */
function terminate(run: Run, element: EndEventModel, entry: EntryState): 'done' {
  run.complete(entry);
  cancelOtherTokens(run, entry.scope, null, `Terminated by '${element.id}'`);
  endToken(run, entry.scope, entry.variableScope);
  return 'done';
}

/** Uncaught it is a plain end of its path (E5): the token has left before anybody looks for a catcher. */
function throwError(run: Run, trigger: EndEventModel['trigger'] & { kind: 'error' }, entry: EntryState): 'done' | Failure {
  const code = textOf(run, trigger.code, entry);
  if (typeof code !== 'string') return code;
  const message = textOf(run, trigger.message, entry);
  if (typeof message !== 'string') return message;
  run.complete(entry);
  const { element, scope, variableScope } = entry;
  const caught = outerCatcher(run, { scope, code }) !== undefined;
  run.emit({ type: 'ErrorThrown', entry: entry.ordinal, element, code, message, caught });
  endToken(run, scope, variableScope);
  run.raised = { kind: 'errorEnd', element, scope, variableScope, code, message };
  return 'done';
}

function textOf(run: Run, text: ExpressionModel | undefined, entry: EntryState): string | Failure {
  if (text === undefined) return '';
  const result = evaluateText(run, text, entry.element, entry.variableScope);
  if (!result.ok) return { code: result.code, message: result.reason };
  return result.value === null ? '' : String(result.value);
}
