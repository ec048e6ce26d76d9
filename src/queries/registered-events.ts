import { sql } from 'kysely';
import type { KeyLimits } from '../platform/access-roles.ts';
import { instanceCondition, keyCondition } from './key-limits.ts';
import type { ReadDatabase } from './read-database.ts';

/** A message or signal start event. `key`: of the process that it starts. */
export interface NamedStart {
  readonly name: string;
  readonly key: string;
}

/** `condition` as written in the model. */
export interface ConditionalStart {
  readonly key: string;
  readonly activityId: string;
  readonly condition: string;
}

/** `activityInstanceId`: waits; for a boundary event, the one to which it is attached; null for an event sub-process. */
export interface SignalSubscriptionItem {
  readonly name: string;
  readonly instanceId: string;
  readonly activityId: string;
  readonly activityInstanceId: string | null;
}

/** `correlationKey`: null if it has none. */
export interface MessageSubscriptionItem extends SignalSubscriptionItem {
  readonly correlationKey: string | null;
}

/** The five sections of the page, each in its order (docs/contributing/spec/pages.md#events). */
export interface RegisteredEvents {
  readonly messageStarts: readonly NamedStart[];
  readonly signalStarts: readonly NamedStart[];
  readonly conditionalStarts: readonly ConditionalStart[];
  readonly messageSubscriptions: readonly MessageSubscriptionItem[];
  readonly signalSubscriptions: readonly SignalSubscriptionItem[];
}

/** Order by code point, independent of the database collation. */
const ordered = (column: string) => sql`${sql.ref(column)} collate "C"`;

/** Reads all lists without paging. */
export async function readRegisteredEvents(db: ReadDatabase, limits: KeyLimits): Promise<RegisteredEvents> {
  const [messageStarts, signalStarts, conditionalStarts, messageSubscriptions, signalSubscriptions] = await Promise.all([
    namedStarts(db, 'message', limits),
    namedStarts(db, 'signal', limits),
    conditionalStartsOf(db, limits),
    messageSubscriptionsOf(db, limits),
    signalSubscriptionsOf(db, limits),
  ]);
  return { messageStarts, signalStarts, conditionalStarts, messageSubscriptions, signalSubscriptions };
}

/** Several start events of one process with the same name give one row. */
async function namedStarts(db: ReadDatabase, kind: 'message' | 'signal', limits: KeyLimits): Promise<readonly NamedStart[]> {
  const rows = await db
    .selectFrom('q_start_trigger')
    .select(['name', 'key'])
    .where('kind', '=', kind)
    .where(ofKey(limits))
    .groupBy(['name', 'key'])
    .orderBy(ordered('name'))
    .orderBy(ordered('key'))
    .execute();
  return rows.map(({ name, key }) => ({ name: name ?? '', key }));
}

async function conditionalStartsOf(db: ReadDatabase, limits: KeyLimits): Promise<readonly ConditionalStart[]> {
  const rows = await db
    .selectFrom('q_start_trigger')
    .select(['key', 'element', 'condition'])
    .where('kind', '=', 'conditional')
    .where(ofKey(limits))
    .orderBy(ordered('key'))
    .orderBy(ordered('element'))
    .orderBy('definition')
    .execute();
  return rows.map(({ key, element, condition }) => ({ key, activityId: element, condition: condition ?? '' }));
}

async function messageSubscriptionsOf(db: ReadDatabase, limits: KeyLimits): Promise<readonly MessageSubscriptionItem[]> {
  const rows = await subscriptions(db, 'message', limits)
    .select('key')
    .orderBy(ordered('name'))
    .orderBy(ordered('key'))
    .orderBy('created_at')
    .orderBy('instance_id')
    .orderBy('subscription')
    .execute();
  return rows.map(({ key, ...item }) => ({ ...item, correlationKey: key === '' ? null : key }));
}

function signalSubscriptionsOf(db: ReadDatabase, limits: KeyLimits): Promise<readonly SignalSubscriptionItem[]> {
  return subscriptions(db, 'signal', limits)
    .orderBy(ordered('name'))
    .orderBy('created_at')
    .orderBy('instance_id')
    .orderBy('subscription')
    .execute();
}

function ofKey(limits: KeyLimits) {
  return keyCondition(sql.ref('key'), limits) ?? sql<boolean>`true`;
}

function subscriptions(db: ReadDatabase, kind: 'message' | 'signal', limits: KeyLimits) {
  return db
    .selectFrom('q_subscription')
    .select(['name', 'instance_id as instanceId', 'activity_id as activityId', 'activity_instance_id as activityInstanceId'])
    .where('kind', '=', kind)
    .where(instanceCondition(sql.ref('q_subscription.instance_id'), limits) ?? sql<boolean>`true`);
}
