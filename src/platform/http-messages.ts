import { IncomingMessage, ServerResponse } from 'node:http';

/** The classes of which one server makes its requests and answers. */
export interface HttpMessages {
  readonly IncomingMessage: typeof IncomingMessage;
  readonly ServerResponse: typeof ServerResponse;
}

/**
 * Classes of one server's own, so that a framework can put its methods behind their prototypes once. Express gives each message another prototype when it comes,
 * and V8 forgets at that moment whatever it knew of the object: each access behind it is a search, in Node's own code too.
 */
export function ownHttpMessages(): HttpMessages {
  return {
    IncomingMessage: class extends IncomingMessage {},
    ServerResponse: class<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {},
  };
}
