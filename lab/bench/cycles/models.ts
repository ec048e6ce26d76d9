import { file, flow, fork, ITEMS, LINEAR, withMessage } from '../models.ts';

const REVIEW = file(
  'review',
  `<bpmn:startEvent id="start"/><bpmn:userTask id="decide" assignee="\${who}"/><bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'decide')}${flow('f2', 'decide', 'end')}`,
);

const PAID = withMessage(
  file(
    'paid',
    `<bpmn:startEvent id="start"/><bpmn:receiveTask id="wait" messageRef="go"/><bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'wait')}${flow('f2', 'wait', 'end')}`,
  ),
  'order',
);

const CALLER = file(
  'caller',
  `<bpmn:startEvent id="start"/><bpmn:callActivity id="call" calledElement="linear"/><bpmn:endEvent id="end"/>
  ${flow('f1', 'start', 'call')}${flow('f2', 'call', 'end')}`,
);

/** Models of the scenarios of cycles, by key. */
export const CYCLE_MODELS: Readonly<Record<string, string>> = {
  linear: LINEAR,
  fork3: fork(3),
  items: ITEMS,
  review: REVIEW,
  paid: PAID,
  caller: CALLER,
};
