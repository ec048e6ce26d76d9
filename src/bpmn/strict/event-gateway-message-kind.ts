import type { NodeDraft } from '../draft.ts';
import { eventDefinitionsOf } from '../event-definitions.ts';
import { quote } from '../finding.ts';
import type { StandardRule } from './rule.ts';
import { eachNode } from './rule-iterators.ts';

/** The targets of an event-based gateway are message events or receive tasks, not both. */
export const eventGatewayMessageKind: StandardRule = {
  name: 'event-gateway-message-kind',
  clause: '10.6.6',
  check: eachNode((node, document) => {
    if (node.tag !== 'eventBasedGateway') return undefined;
    const targets = node.outgoing.flatMap(({ target }) => (target === undefined ? [] : [target]));
    const isMessage = ({ xml }: NodeDraft) => eventDefinitionsOf(xml, document).some(({ kind }) => kind === 'message');
    const task = targets.find(({ tag }) => tag === 'receiveTask');
    const event = targets.find(isMessage);
    if (task === undefined || event === undefined) return undefined;
    return `receive task '${quote(task.id)}' and message event '${quote(event.id)}' cannot follow one event-based gateway`;
  }),
};
