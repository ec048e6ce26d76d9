import type { Kysely } from 'kysely';
import type { Database } from '../../../src/db/tables.ts';

/** A row of q_instance with whatever a test does not care about filled in. */
export interface InstanceFixture {
  readonly instanceId: string;
  readonly key?: string;
  readonly version?: number;
  readonly businessId?: string | null;
  readonly createdAt?: string;
  readonly startedAt?: string | null;
  readonly completedAt?: string | null;
  readonly outcome?: 'running' | 'completed' | 'cancelled' | 'failed';
  readonly lastSeq?: number;
  readonly live?: unknown;
}

/** `00000000-0000-4000-8000-00000000000n`: ids whose order is the order of their numbers. */
export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

export async function insertInstance(db: Kysely<Database>, fixture: InstanceFixture): Promise<void> {
  const { key = 'order', version = 1, outcome = 'running', createdAt = '2026-01-31T10:20:30.123Z' } = fixture;
  const isCompleted = outcome !== 'running';
  await db
    .insertInto('q_instance')
    .values({
      instance_id: fixture.instanceId,
      definition_id: `${key}:${version}:x`,
      key,
      version,
      business_id: fixture.businessId ?? null,
      is_completed: isCompleted,
      is_cancelled: outcome === 'cancelled',
      is_failed: outcome === 'failed',
      created_at: createdAt,
      started_at: fixture.startedAt === undefined ? createdAt : fixture.startedAt,
      completed_at: fixture.completedAt ?? (isCompleted ? createdAt : null),
      last_seq: fixture.lastSeq ?? 1,
      live: JSON.stringify(fixture.live ?? { entries: [], variableScopes: [] }),
    })
    .execute();
}

/** The write side's row: what makes an instance known. */
export async function insertKnownInstance(db: Kysely<Database>, instanceId: string, seq: number): Promise<void> {
  await db
    .insertInto('instance')
    .values({ id: instanceId, definition_id: 'order:1:x', seq, is_terminal: false, state: '{}' })
    .execute();
}

export interface UserTaskFixture {
  readonly taskId: string;
  readonly assignee?: string | null;
  readonly candidateUsers?: string[];
  readonly candidateGroups?: string[];
  readonly claimedBy?: string | null;
  readonly createdAt?: string;
  readonly dueAt?: string;
  readonly followUpAt?: string;
  readonly priority?: number;
  readonly category?: string;
}

export async function insertUserTask(db: Kysely<Database>, fixture: UserTaskFixture): Promise<void> {
  await db
    .insertInto('q_user_task')
    .values({
      task_id: fixture.taskId,
      instance_id: idOf(900),
      activity_id: 'review',
      assignee: fixture.assignee ?? null,
      candidate_users: fixture.candidateUsers ?? [],
      candidate_groups: fixture.candidateGroups ?? [],
      claimed_by: fixture.claimedBy ?? null,
      created_at: fixture.createdAt ?? '2026-01-31T10:20:30.123Z',
      expected_outputs: ['approved'],
      due_at: fixture.dueAt ?? null,
      follow_up_at: fixture.followUpAt ?? null,
      priority: fixture.priority ?? null,
      category: fixture.category ?? null,
    })
    .execute();
}

export interface SubscriptionFixture {
  readonly instanceId: string;
  readonly subscription: number;
  readonly kind: 'message' | 'signal';
  readonly name: string;
  readonly key?: string;
  readonly createdAt?: string;
  readonly activityInstanceId?: string | null;
}

export async function insertSubscription(db: Kysely<Database>, fixture: SubscriptionFixture): Promise<void> {
  await db
    .insertInto('q_subscription')
    .values({
      instance_id: fixture.instanceId,
      subscription: fixture.subscription,
      kind: fixture.kind,
      name: fixture.name,
      key: fixture.key ?? '',
      activity_id: `wait-${fixture.subscription}`,
      activity_instance_id: fixture.activityInstanceId ?? null,
      created_at: fixture.createdAt ?? '2026-01-31T10:20:30.123Z',
    })
    .execute();
}

export async function insertStartTrigger(
  db: Kysely<Database>,
  key: string,
  element: string,
  kind: 'message' | 'signal' | 'timer' | 'conditional',
  text: string | null,
): Promise<void> {
  const [name, condition] = kind === 'conditional' ? [null, text] : [text, null];
  await db.insertInto('q_start_trigger').values({ key, element, definition: 0, kind, name, condition }).execute();
}

export async function insertDefinition(
  db: Kysely<Database>,
  key: string,
  version: number,
  options: { readonly deployedAt?: string } = {},
): Promise<void> {
  await db
    .insertInto('q_definition')
    .values({
      definition_id: `${key}:${version}:x`,
      key,
      version,
      deployed_at: options.deployedAt ?? '2026-01-31T10:20:30.123Z',
      activities_count: 5,
      sequence_flows_count: 4,
    })
    .execute();
}

export async function insertProcess(db: Kysely<Database>, subjectId: string, key: string, isActive: boolean): Promise<void> {
  await db.insertInto('q_process').values({ subject_id: subjectId, key, is_active: isActive, last_seq: 1 }).execute();
}
