import { SERIES } from '../../../src/platform/metrics/metric-series.ts';

/** One query of a panel. */
export interface Query {
  readonly expr: string;
  /** text of the legend, with labels in double braces */
  readonly legend: string;
}
/** One panel of the board; `stat` shows the last value alone. */
export interface Panel {
  readonly title: string;
  readonly says: string;
  readonly kind: 'timeseries' | 'stat';
  /** a unit of Grafana */
  readonly unit: 's' | 'reqps' | 'ops' | 'short' | 'bytes' | 'percentunit' | 'none';
  readonly queries: readonly Query[];
}
/** Panels below one heading. */
export interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const OF = '{job=~"$job"}';
const of = (...matchers: string[]) => `{${['job=~"$job"', ...matchers].join(',')}}`;
const rate = (name: string, by = '', matchers = OF) =>
  `sum${by === '' ? '' : ` by (${by}) `}(rate(${name}${matchers}[$__rate_interval]))`;
const quantiles = (name: string, matchers = OF): readonly Query[] =>
  [0.5, 0.95, 0.99].map((q) => ({
    expr: `histogram_quantile(${q}, ${rate(`${name}_bucket`, 'le', matchers)})`,
    legend: `${q * 100} %`,
  }));
const line = (title: string, says: string, unit: Panel['unit'], ...queries: readonly Query[]): Panel => ({
  title,
  says,
  kind: 'timeseries',
  unit,
  queries,
});
const stat = (title: string, says: string, unit: Panel['unit'], expr: string): Panel => ({
  title,
  says,
  kind: 'stat',
  unit,
  queries: [{ expr, legend: title }],
});
const requests = SERIES.requestDuration.name;

/** The board, from top to bottom. */
export const ROWS: readonly Row[] = [
  {
    title: 'At a glance',
    panels: [
      stat('Replicas ready', 'Replicas that report ready.', 'none', `sum(${SERIES.ready.name}${OF})`),
      stat('Requests', 'Requests a second, all replicas.', 'reqps', rate(`${requests}_count`)),
      stat(
        'Lag of the query tables',
        'Age of the oldest event that lists do not show yet.',
        's',
        `max(${SERIES.projectionLag.name}${OF})`,
      ),
      stat('Dead letters', 'Commands that need an operator.', 'none', `max(${SERIES.deadLetters.name}${OF})`),
      stat('Incidents', 'Open incidents.', 'none', `max(${SERIES.incidents.name}${OF})`),
      stat(
        'Releases',
        'Releases that run at the same time.',
        'none',
        `count(count by (version) (${SERIES.buildInfo.name}${OF}))`,
      ),
    ],
  },
  {
    title: 'Instances',
    panels: [
      line(
        'Started and ended',
        'Instances a second, including called instances.',
        'ops',
        { expr: rate(SERIES.instancesStarted.name), legend: 'started' },
        { expr: rate(SERIES.instancesEnded.name, 'result'), legend: '{{result}}' },
      ),
      line('Activities ended', 'Activity instances a second, by type.', 'ops', {
        expr: rate(`${SERIES.activityDuration.name}_count`, 'activity_type'),
        legend: '{{activity_type}}',
      }),
      line('Duration of activities', 'From start to end, 95 %.', 's', {
        expr: `histogram_quantile(0.95, ${rate(`${SERIES.activityDuration.name}_bucket`, 'le, activity_type')})`,
        legend: '{{activity_type}}',
      }),
      line(
        'Suspended',
        'Suspended instances and suspended processes.',
        'short',
        { expr: `max(${SERIES.suspendedInstances.name}${OF})`, legend: 'instances' },
        { expr: `max(${SERIES.suspendedKeys.name}${OF})`, legend: 'keys' },
      ),
      line('Buffered messages', 'Messages with a time to live that wait for a receiver.', 'short', {
        expr: `max(${SERIES.bufferedMessages.name}${OF})`,
        legend: 'messages',
      }),
      line('Incidents raised', 'Incidents a second.', 'ops', {
        expr: rate(SERIES.incidentsRaised.name),
        legend: 'raised',
      }),
    ],
  },
  {
    title: 'Requests',
    panels: [
      line('Responses', 'Requests a second, by status.', 'reqps', {
        expr: rate(`${requests}_count`, 'status_code'),
        legend: '{{status_code}}',
      }),
      line(
        'Duration of requests',
        'Without long polling for tasks.',
        's',
        ...quantiles(requests, of('route!~".*/fetch-and-lock"')),
      ),
      line('Requests by endpoint', 'The ten most requested endpoints.', 'reqps', {
        expr: `topk(10, ${rate(`${requests}_count`, 'method, route')})`,
        legend: '{{method}} {{route}}',
      }),
      line('Rejected without permission', 'A second, by missing permission.', 'ops', {
        expr: rate(SERIES.requestsForbidden.name, 'right'),
        legend: '{{right}}',
      }),
    ],
  },
  {
    title: 'Workers',
    panels: [
      line('Waiting jobs', 'By queue. Each worker reports the same number.', 'short', {
        expr: `max by (queue) (${SERIES.queueJobs.name}${of('state="waiting"')})`,
        legend: '{{queue}}',
      }),
      line('Commands in a command batch', 'Commands in one transaction, average.', 'short', {
        expr: `${rate(`${SERIES.commandBatchCommands.name}_sum`)} / ${rate(`${SERIES.commandBatchCommands.name}_count`)}`,
        legend: 'commands',
      }),
      line('Waiting for row locks', 'Time until a transaction has its row locks.', 's', ...quantiles(SERIES.lockWait.name)),
      line('Age of the oldest follow-up command', 'Commands that wait between instances.', 's', {
        expr: `max(${SERIES.outboxAge.name}${OF})`,
        legend: 'age',
      }),
      line('Commands moved to the dead letters', 'A second.', 'ops', {
        expr: rate(SERIES.commandsParked.name),
        legend: 'parked',
      }),
      line(
        'Long scripts and expressions',
        'Busy threads, waiting scripts, and results a second.',
        'short',
        { expr: `sum(${SERIES.textThreadsBusy.name}${OF})`, legend: 'busy threads' },
        { expr: `sum(${SERIES.longTextsWaiting.name}${OF})`, legend: 'waiting' },
        { expr: rate(SERIES.longTexts.name, 'outcome'), legend: '{{outcome}}' },
      ),
      line('Decisions', 'A second, by outcome.', 'ops', {
        expr: rate(`${SERIES.decisions.name}_count`, 'outcome'),
        legend: '{{outcome}}',
      }),
      line('Duration of decisions', 'In a task or a request.', 's', ...quantiles(SERIES.decisions.name)),
    ],
  },
  {
    title: 'Custom tasks',
    panels: [
      line('Waiting tasks', 'By type. Each worker reports the same number.', 'short', {
        expr: `max by (task_type) (${SERIES.customTaskWaiting.name}${OF})`,
        legend: '{{task_type}}',
      }),
      line(
        'Attempts',
        'A second: started, and by result.',
        'ops',
        { expr: rate(SERIES.customTaskStarted.name), legend: 'begun' },
        { expr: rate(SERIES.customTaskSucceeded.name), legend: 'succeeded' },
        { expr: rate(SERIES.customTaskRetried.name), legend: 'repeated' },
        { expr: rate(SERIES.customTaskFailed.name), legend: 'failed' },
      ),
      line('Duration of attempts', 'From lock to result, 95 %, by type.', 's', {
        expr: `histogram_quantile(0.95, ${rate(`${SERIES.customTaskDuration.name}_bucket`, 'le, task_type')})`,
        legend: '{{task_type}}',
      }),
    ],
  },
  {
    title: 'Query tables and telemetry',
    panels: [
      line('Lag', 'Age of the oldest event not yet projected.', 's', {
        expr: `max(${SERIES.projectionLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Events to project', 'Event history rows.', 'short', {
        expr: `max(${SERIES.projectionPending.name}${OF})`,
        legend: 'pending',
      }),
      line(
        'Audit',
        'Entries a second by result, rejections that were only counted, and lost entries.',
        'ops',
        { expr: rate(SERIES.auditEntries.name, 'result'), legend: '{{result}}' },
        { expr: rate(SERIES.auditRefusalsCounted.name), legend: 'counted' },
        { expr: rate(SERIES.auditEntriesLost.name), legend: 'lost' },
      ),
      line('Lost telemetry', 'Batches a second, by signal.', 'ops', {
        expr: rate(SERIES.exportFailures.name, 'signal'),
        legend: '{{signal}}',
      }),
    ],
  },
  {
    title: 'Batches and retention',
    panels: [
      line(
        'Batches',
        'Open batches, and items a second by outcome.',
        'short',
        { expr: `max(${SERIES.batchesOpen.name}${OF})`, legend: 'open' },
        { expr: rate(SERIES.batchItems.name, 'outcome'), legend: '{{outcome}}' },
      ),
      line(
        'Deleted by retention',
        'Instances and event history rows, a second.',
        'ops',
        { expr: rate(SERIES.retentionInstances.name), legend: 'instances' },
        { expr: rate(SERIES.retentionJournalRows.name), legend: 'journal rows' },
      ),
      line(
        'Lists by place',
        'List reads a second on the primary and on a database replica, and reads that the replica could not serve.',
        'ops',
        { expr: rate(SERIES.listReads.name, 'place'), legend: '{{place}}' },
        { expr: rate(SERIES.replicaPassedBy.name, 'reason'), legend: 'not on the replica: {{reason}}' },
      ),
      line('Lag of the replica', 'Delay of the database replica.', 's', {
        expr: `max(${SERIES.replicaLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Event streams', 'Open streams of the event feed, by replica.', 'short', {
        expr: `${SERIES.eventStreams.name}${OF}`,
        legend: '{{instance}}',
      }),
      line(
        'Events to Kafka',
        'Acknowledged events a second, and failed attempts.',
        'ops',
        { expr: rate(SERIES.kafkaEvents.name), legend: 'events' },
        { expr: rate(SERIES.kafkaFailures.name), legend: 'failures' },
      ),
      line('Lag of Kafka', 'Age of the oldest event not yet sent to Kafka.', 's', {
        expr: `max(${SERIES.kafkaLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Messages to webhooks', 'Messages a second, by webhook and outcome.', 'ops', {
        expr: rate(SERIES.webhookMessages.name, 'webhook, outcome'),
        legend: '{{webhook}} {{outcome}}',
      }),
      line('Lag of webhooks', 'Age of the oldest event that a webhook has not yet processed.', 's', {
        expr: `max by (webhook) (${SERIES.webhookLag.name}${OF})`,
        legend: '{{webhook}}',
      }),
      line(
        'Rejected webhook events',
        'Instances with undelivered events, by webhook and state, and paused webhooks.',
        'short',
        { expr: `max by (webhook, state) (${SERIES.webhookParked.name}${OF})`, legend: '{{webhook}} {{state}}' },
        { expr: `max by (webhook) (${SERIES.webhookPaused.name}${OF})`, legend: '{{webhook}} paused' },
      ),
      line('Lag of the retention', 'Time that the oldest expired instance has waited for deletion.', 's', {
        expr: `max(${SERIES.retentionLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Archive', 'Bytes a second written before deletion.', 'bytes', {
        expr: rate(SERIES.retentionArchiveBytes.name),
        legend: 'bytes',
      }),
    ],
  },
  {
    title: 'Processes',
    panels: [
      line('CPU', 'CPU seconds a second, by replica.', 'short', {
        expr: rate('process_cpu_seconds_total', 'job, instance'),
        legend: '{{job}} {{instance}}',
      }),
      line('Memory', 'Resident, by replica.', 'bytes', {
        expr: `process_resident_memory_bytes${OF}`,
        legend: '{{job}} {{instance}}',
      }),
      line('Delay of the event loop', '99 %, by replica.', 's', {
        expr: `nodejs_eventloop_lag_p99_seconds${OF}`,
        legend: '{{job}} {{instance}}',
      }),
    ],
  },
];
