import { catches, file, message, type Twins, through } from './models.ts';

const INTERFACE = '<interface id="i" name="i"><operation id="o" name="o"><inMessageRef>m</inMessageRef></operation></interface>';
const SERVICE = (attributes: string): string =>
  `<serviceTask id="a" ${attributes}><extensionElements><zeebe:taskDefinition type="work" /></extensionElements></serviceTask>`;
const SENDING = `<intermediateThrowEvent id="c"><extensionElements><zeebe:taskDefinition type="work" /></extensionElements><messageEventDefinition /></intermediateThrowEvent>`;

/** Rules about references that a switch makes obligatory. */
export const TWINS_OF_REFERENCES: Readonly<Record<string, Twins>> = {
  'message-event-reference': {
    invalid: file(through('c', SENDING)),
    valid: file(message('m'), through('c', catches('c'))),
  },
  'message-task-reference': {
    invalid: file(through('a', '<receiveTask id="a" />')),
    valid: file(message('m'), through('a', '<receiveTask id="a" messageRef="m" />')),
  },
  'signal-event-reference': {
    invalid: file(
      through('a', '<userTask id="a" />').replace('<endEvent id="e" />', '<endEvent id="e"><signalEventDefinition /></endEvent>'),
    ),
    valid: file(
      '<signal id="sig" name="sig" />',
      through('a', '<userTask id="a" />').replace(
        '<endEvent id="e" />',
        '<endEvent id="e"><signalEventDefinition signalRef="sig" /></endEvent>',
      ),
    ),
  },
  'service-operation-reference': {
    invalid: file(message('m'), INTERFACE, through('a', SERVICE(''))),
    valid: file(message('m'), INTERFACE, through('a', SERVICE('operationRef="o"'))),
  },
  'message-event-operation': {
    invalid: file(message('m'), INTERFACE, through('c', catches('c'))),
    valid: file(
      message('m'),
      INTERFACE,
      through('c', catches('c').replace(' />', '><operationRef>o</operationRef></messageEventDefinition>')),
    ),
  },
};
