import { createCommandRunner } from './commands.ts';
import { openCustomTaskWatch } from './custom-task-watch.ts';
import { EndWatch } from './end-watch.ts';
import { openFeedReads } from './feed/feed-reads.ts';
import type { InnerCaller } from './inner-call.ts';
import { WaitingRequests } from './open-requests.ts';
import { openApiDocument } from './openapi/document.ts';
import type { ApiPorts } from './ports.ts';
import type { ApiServices } from './services.ts';
import { countFreeIn, findEndedIn, watchedDatabases } from './shards/watched-databases.ts';
import { prepareText, type StaticText } from './static-text.ts';

export function openServices(ports: ApiPorts, inside: InnerCaller): ApiServices {
  const databases = watchedDatabases(ports);
  const services = {
    ...ports,
    run: createCommandRunner(ports),
    taskWatch: openCustomTaskWatch((wanted) => countFreeIn(databases, wanted)),
    endWatch: new EndWatch((instanceIds) => findEndedIn(databases, instanceIds)),
    waits: new WaitingRequests({ all: ports.maxWaits, ofClient: ports.waitsPerClient }, ports.originOf),
    feedReads: openFeedReads(ports),
    apiDocument: readApiDocument,
    inside,
  };
  const ofShards = ports.shards?.map((shard) => ({ ...services, db: shard.db, lists: shard.lists, shard }));
  return ofShards === undefined ? services : { ...services, ofShards };
}

let document: Promise<StaticText> | undefined;
/** Created at the first call, so that it does not delay the start. */
function readApiDocument(): Promise<StaticText> {
  document ??= prepareText(JSON.stringify(openApiDocument()), 'application/json; charset=utf-8');
  return document;
}
