import type { CommandRunner } from './commands.ts';
import type { CustomTaskWatch } from './custom-task-watch.ts';
import type { EndWatch } from './end-watch.ts';
import type { FeedReads } from './feed/feed-reads.ts';
import type { InnerCaller } from './inner-call.ts';
import type { WaitingRequests } from './open-requests.ts';
import type { ApiPorts, ApiShard } from './ports.ts';
import type { StaticText } from './static-text.ts';

/** Objects for handlers. */
export interface ApiServices extends ApiPorts {
  /** sends a command */
  readonly run: CommandRunner;
  readonly taskWatch: CustomTaskWatch;
  readonly endWatch: EndWatch;
  readonly waits: WaitingRequests;
  readonly feedReads: FeedReads;
  readonly apiDocument: () => Promise<StaticText>;
  /** runs endpoints for the sender of a request */
  readonly inside: InnerCaller;
  /** services by number of the shard; absent: one database */
  readonly ofShards?: readonly ShardServices[] | undefined;
}

/** Uses the database of one shard. */
export interface ShardServices extends ApiServices {
  readonly shard: ApiShard;
}
