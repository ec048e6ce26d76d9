import type { CommandRunner } from './commands.ts';
import type { CustomTaskWatch } from './custom-task-watch.ts';
import type { EndWatch } from './end-watch.ts';
import type { FeedReads } from './feed/feed-reads.ts';
import type { InnerCaller } from './inner-call.ts';
import type { WaitingRequests } from './open-requests.ts';
import type { ApiPorts, ApiShard } from './ports.ts';
import type { StaticText } from './static-text.ts';

/** Objects that handlers use. */
export interface ApiServices extends ApiPorts {
  /** sends a command and returns the answer */
  readonly run: CommandRunner;
  readonly taskWatch: CustomTaskWatch;
  readonly endWatch: EndWatch;
  readonly waits: WaitingRequests;
  readonly feedReads: FeedReads;
  readonly apiDocument: () => Promise<StaticText>;
  /** runs other endpoints for the sender of a request */
  readonly inside: InnerCaller;
  /** the services of each shard, in the order of their numbers; absent: one database */
  readonly ofShards?: readonly ShardServices[] | undefined;
}

/** The services with the database of one shard. */
export interface ShardServices extends ApiServices {
  readonly shard: ApiShard;
}
