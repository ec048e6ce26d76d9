import type { Answered, Connection } from './connection.ts';

/** One cycle of a client over its connection: `id` belongs to this cycle, `who` to the connection. It rejects if an answer is not the expected one. */
export type Conversation = (connection: Connection, id: string, who: string) => Promise<void>;

const start = (connection: Connection, WorkflowId: string, Variables: object) =>
  asked(connection, 'POST', '/Execution/start', { WorkflowId, Variables });

const starts =
  (key: string, variables: object): Conversation =>
  async (connection) => {
    await start(connection, key, variables);
  };

/** Starts, lists the tasks of one person until the own one is there (which the list shows immediately), claims it and completes it. */
const userTask: Conversation = async (connection, _id, who) => {
  const started = await start(connection, 'review', { who });
  const position = `Service-Min-Position: ${started.header('service-position')}\r\n`;
  const listed = await asked(connection, 'GET', `/UserTasks?assignee=${who}`, undefined, position);
  const { data } = JSON.parse(listed.body) as { data: readonly { activityInstanceId: string; workflowInstanceId: string }[] };
  const { WorkflowInstanceId } = JSON.parse(started.body) as { WorkflowInstanceId: string };
  const task = data.find(({ workflowInstanceId }) => workflowInstanceId === WorkflowInstanceId);
  if (task === undefined) throw new Error('the list does not show the task of the instance that was started before it');
  const path = `/UserTasks/${task.activityInstanceId}`;
  await asked(connection, 'POST', `${path}/claim`, { UserId: who });
  await asked(connection, 'POST', `${path}/complete`, { UserId: who, Variables: { approved: true } });
};

/** Starts an instance that waits for a message, and sends it. */
const message: Conversation = async (connection, id) => {
  await start(connection, 'paid', { order: id });
  const sent = await asked(connection, 'POST', '/Execution/message', { MessageName: 'go', CorrelationKey: id });
  if (!sent.body.includes('"Delivered":true')) throw new Error(`no instance received the message: ${sent.body}`);
};

const mixed: Conversation = async (connection, id, who) => {
  const part = Number.parseInt(id.slice(-1), 10);
  if (part < 4) await start(connection, 'linear', { n: 1 });
  else if (part < 7) await userTask(connection, id, who);
  else await message(connection, id, who);
};

/** Every scenario of cycles by its name. */
export const CONVERSATIONS: Readonly<Record<string, Conversation>> = {
  linear: starts('linear', { n: 1 }),
  parallel: starts('fork3', {}),
  'multi-instance': starts('items', { items: 10 }),
  'call-activity': starts('caller', { n: 1 }),
  'user-task': userTask,
  message,
  mixed,
};

/** Sends, and rejects unless the answer is one of success. */
export async function asked(
  connection: Connection,
  method: string,
  path: string,
  body?: unknown,
  headers?: string,
): Promise<Answered> {
  const answered = await connection.send(method, path, body, headers);
  if (answered.status !== 200 && answered.status !== 204)
    throw new Error(`${method} ${path} answered ${answered.status}: ${answered.body.slice(0, 300)}`);
  return answered;
}
