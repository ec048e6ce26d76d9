import { readFeedHead } from '../../queries/feed/feed-rows.ts';
import { HeadWatch } from '../../queries/feed/head-watch.ts';
import { OpenHistories } from '../../queries/feed/open-histories.ts';
import type { ApiPorts } from '../ports.ts';
import { OpenStreams } from './open-streams.ts';
import { SharedTail } from './shared-tail.ts';

/** Parts that all reads of the event feed share. */
export interface FeedReads {
  /** undefined: the feed is off */
  readonly watch: HeadWatch | undefined;
  readonly histories: OpenHistories;
  readonly tail: SharedTail;
  readonly streams: OpenStreams;
}

/** Opens the parts that reads of the feed share. The metric of event streams counts them. */
export function openFeedReads({ db, feed, metrics }: Pick<ApiPorts, 'db' | 'feed' | 'metrics'>): FeedReads {
  const histories = new OpenHistories();
  const streams = new OpenStreams(feed?.maxStreams ?? 0, feed?.streamsPerClient ?? 0);
  const isOn = feed?.isEnabled === true;
  if (isOn) metrics.onCollectEventStreams(async () => streams.count);
  return {
    watch: isOn ? new HeadWatch(() => readFeedHead(db)) : undefined,
    histories,
    tail: new SharedTail({ db, histories }),
    streams,
  };
}
