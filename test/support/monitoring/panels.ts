import { SERIES } from '../../../src/platform/metric-series.ts';

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
      stat('Replicas ready', 'Replicas that say they are ready.', 'none', `sum(${SERIES.ready.name}${OF})`),
      stat('Requests', 'Requests a second, all replicas.', 'reqps', rate(`${requests}_count`)),
      stat(
        'Lag of the read side',
        'Age of the oldest event that lists do not show yet.',
        's',
        `max(${SERIES.projectionLag.name}${OF})`,
      ),
      stat('Dead letters', 'Commands given up and not yet taken care of.', 'none', `max(${SERIES.deadLetters.name}${OF})`),
      stat('Incidents', 'Failures that wait for an operator.', 'none', `max(${SERIES.incidents.name}${OF})`),
      stat('Releases', 'Releases that run side by side.', 'none', `count(count by (version) (${SERIES.buildInfo.name}${OF}))`),
    ],
  },
  {
    title: 'Instances',
    panels: [
      line(
        'Started and ended',
        'Instances a second, called ones included.',
        'ops',
        { expr: rate(SERIES.instancesStarted.name), legend: 'started' },
        { expr: rate(SERIES.instancesEnded.name, 'result'), legend: '{{result}}' },
      ),
      line('Activities ended', 'Entries a second, by type.', 'ops', {
        expr: rate(`${SERIES.activityDuration.name}_count`, 'activity_type'),
        legend: '{{activity_type}}',
      }),
      line('How long activities take', 'From the start of an entry to its end, 95 %.', 's', {
        expr: `histogram_quantile(0.95, ${rate(`${SERIES.activityDuration.name}_bucket`, 'le, activity_type')})`,
        legend: '{{activity_type}}',
      }),
      line(
        'What stands still',
        'Suspended instances, and process keys that are suspended as a whole.',
        'short',
        { expr: `max(${SERIES.suspendedInstances.name}${OF})`, legend: 'instances' },
        { expr: `max(${SERIES.suspendedKeys.name}${OF})`, legend: 'keys' },
      ),
      line('Incidents raised', 'Failures left to an operator, a second.', 'ops', {
        expr: rate(SERIES.incidentsRaised.name),
        legend: 'raised',
      }),
    ],
  },
  {
    title: 'Requests',
    panels: [
      line('Answers', 'Requests a second, by status.', 'reqps', {
        expr: rate(`${requests}_count`, 'status_code'),
        legend: '{{status_code}}',
      }),
      line(
        'How long requests take',
        'Without those that wait for tasks on purpose.',
        's',
        ...quantiles(requests, of('route!~".*/fetch-and-lock"')),
      ),
      line('Requests by endpoint', 'The ten that are asked for most.', 'reqps', {
        expr: `topk(10, ${rate(`${requests}_count`, 'method, route')})`,
        legend: '{{method}} {{route}}',
      }),
      line('Refused for want of a right', 'A second, by the right that was missing.', 'ops', {
        expr: rate(SERIES.requestsForbidden.name, 'right'),
        legend: '{{right}}',
      }),
    ],
  },
  {
    title: 'Workers',
    panels: [
      line('Jobs that wait', 'By queue; every worker reports the same number.', 'short', {
        expr: `max by (queue) (${SERIES.queueJobs.name}${of('state="waiting"')})`,
        legend: '{{queue}}',
      }),
      line('Commands of an envelope', 'How much one transaction carries, on average.', 'short', {
        expr: `${rate(`${SERIES.envelopeCommands.name}_sum`)} / ${rate(`${SERIES.envelopeCommands.name}_count`)}`,
        legend: 'commands',
      }),
      line('Waiting for row locks', 'Until a transaction has its rows.', 's', ...quantiles(SERIES.lockWait.name)),
      line('Age of the oldest follow-up', 'What waits between instances.', 's', {
        expr: `max(${SERIES.outboxAge.name}${OF})`,
        legend: 'age',
      }),
      line('Commands given up', 'A second.', 'ops', { expr: rate(SERIES.commandsParked.name), legend: 'parked' }),
      line(
        'Long scripts and expressions',
        'Threads that are busy, texts that wait, and texts that were stopped a second.',
        'short',
        { expr: `sum(${SERIES.textThreadsBusy.name}${OF})`, legend: 'busy threads' },
        { expr: `sum(${SERIES.longTextsWaiting.name}${OF})`, legend: 'waiting' },
        { expr: rate(SERIES.longTexts.name, 'outcome'), legend: '{{outcome}}' },
      ),
      line('Decisions', 'A second, by outcome.', 'ops', {
        expr: rate(`${SERIES.decisions.name}_count`, 'outcome'),
        legend: '{{outcome}}',
      }),
      line('How long decisions take', 'Of a task or a call.', 's', ...quantiles(SERIES.decisions.name)),
    ],
  },
  {
    title: 'Custom tasks',
    panels: [
      line('Tasks that wait', 'By type; every worker reports the same number.', 'short', {
        expr: `max by (task_type) (${SERIES.customTaskWaiting.name}${OF})`,
        legend: '{{task_type}}',
      }),
      line(
        'Attempts',
        'A second: begun, and how they ended.',
        'ops',
        { expr: rate(SERIES.customTaskStarted.name), legend: 'begun' },
        { expr: rate(SERIES.customTaskSucceeded.name), legend: 'succeeded' },
        { expr: rate(SERIES.customTaskRetried.name), legend: 'repeated' },
        { expr: rate(SERIES.customTaskFailed.name), legend: 'failed' },
      ),
      line('How long attempts take', 'From lock to result, 95 %, by type.', 's', {
        expr: `histogram_quantile(0.95, ${rate(`${SERIES.customTaskDuration.name}_bucket`, 'le, task_type')})`,
        legend: '{{task_type}}',
      }),
    ],
  },
  {
    title: 'Read side and telemetry',
    panels: [
      line('Lag', 'Age of the oldest event that is not projected.', 's', {
        expr: `max(${SERIES.projectionLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Events to project', 'Journal rows.', 'short', {
        expr: `max(${SERIES.projectionPending.name}${OF})`,
        legend: 'pending',
      }),
      line(
        'Audit',
        'Entries a second by result, refusals that were counted in their place, and entries that are lost.',
        'ops',
        { expr: rate(SERIES.auditEntries.name, 'result'), legend: '{{result}}' },
        { expr: rate(SERIES.auditRefusalsCounted.name), legend: 'counted' },
        { expr: rate(SERIES.auditEntriesLost.name), legend: 'lost' },
      ),
      line('Telemetry that nobody took', 'Batches a second, by signal.', 'ops', {
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
        'Those that have not ended, and items a second by outcome.',
        'short',
        { expr: `max(${SERIES.batchesOpen.name}${OF})`, legend: 'open' },
        { expr: rate(SERIES.batchItems.name, 'outcome'), legend: '{{outcome}}' },
      ),
      line(
        'Deleted because their time was over',
        'Instances and rows of their journals, a second.',
        'ops',
        { expr: rate(SERIES.retentionInstances.name), legend: 'instances' },
        { expr: rate(SERIES.retentionJournalRows.name), legend: 'journal rows' },
      ),
      line(
        'Lists by place',
        'Lists a second that were read on the primary and on a replica of the database, and those that a replica could not answer.',
        'ops',
        { expr: rate(SERIES.listReads.name, 'place'), legend: '{{place}}' },
        { expr: rate(SERIES.replicaPassedBy.name, 'reason'), legend: 'not on the replica: {{reason}}' },
      ),
      line('Lag of the replica', 'How late the replica is that lists are read on.', 's', {
        expr: `max(${SERIES.replicaLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Event streams', 'Streams of the event feed that are open, by replica.', 'short', {
        expr: `${SERIES.eventStreams.name}${OF}`,
        legend: '{{instance}}',
      }),
      line(
        'Events to Kafka',
        'Events a second that brokers have acknowledged, and attempts that have failed.',
        'ops',
        { expr: rate(SERIES.kafkaEvents.name), legend: 'events' },
        { expr: rate(SERIES.kafkaFailures.name), legend: 'failures' },
      ),
      line('Lag of Kafka', 'How long the oldest event that Kafka does not have yet has been waiting.', 's', {
        expr: `max(${SERIES.kafkaLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Messages to webhooks', 'Messages a second, by webhook and outcome.', 'ops', {
        expr: rate(SERIES.webhookMessages.name, 'webhook, outcome'),
        legend: '{{webhook}} {{outcome}}',
      }),
      line('Lag of webhooks', 'Age of the oldest event that a webhook has not come to.', 's', {
        expr: `max by (webhook) (${SERIES.webhookLag.name}${OF})`,
        legend: '{{webhook}}',
      }),
      line(
        'What webhooks refuse',
        'Parked instances, by webhook and state, and whether it is paused.',
        'short',
        { expr: `max by (webhook, state) (${SERIES.webhookParked.name}${OF})`, legend: '{{webhook}} {{state}}' },
        { expr: `max by (webhook) (${SERIES.webhookPaused.name}${OF})`, legend: '{{webhook}} paused' },
      ),
      line('Lag of the retention', 'How long the oldest expired instance has been waiting to be deleted.', 's', {
        expr: `max(${SERIES.retentionLag.name}${OF})`,
        legend: 'lag',
      }),
      line('Archive', 'Bytes a second that are written before instances are deleted.', 'bytes', {
        expr: rate(SERIES.retentionArchiveBytes.name),
        legend: 'bytes',
      }),
    ],
  },
  {
    title: 'Processes',
    panels: [
      line('Processor', 'Seconds of processor time a second, by replica.', 'short', {
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
