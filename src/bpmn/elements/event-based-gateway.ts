import { isInstantiating } from '../starts.ts';
import { attributeOf } from '../xml-element.ts';
import { commonOf, type ElementReader, UNDERSTANDS_NOTHING } from './element-reader.ts';

/** Event-based gateway (docs/contributing/spec/gateways.md#event-based-gateway). */
export const eventBasedGateway: ElementReader = {
  tag: 'eventBasedGateway',
  category: 'gateway',
  acceptsIncoming: true,
  acceptsOutgoing: true,
  understands: UNDERSTANDS_NOTHING,
  read: (node) => ({
    type: 'eventBasedGateway',
    ...commonOf(node),
    ...(isInstantiating(node)
      ? { instantiate: attributeOf(node.xml, 'eventGatewayType') === 'Parallel' ? 'parallel' : 'exclusive' }
      : {}),
  }),
};
