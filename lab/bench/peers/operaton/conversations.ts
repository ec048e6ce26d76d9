import type { Connection } from '../../cycles/connection.ts';
import { asked, type Conversation } from '../../cycles/conversations.ts';

const REST = '/engine-rest';

async function start(connection: Connection, key: string, variables: object, businessKey?: string): Promise<string> {
  const answered = await asked(connection, 'POST', `${REST}/process-definition/key/${key}/start`, { variables, businessKey });
  return (JSON.parse(answered.body) as { id: string }).id;
}

const linear: Conversation = async (connection) => {
  await start(connection, 'linear', { n: { value: 1, type: 'Integer' } });
};

/** Its list reads the tables that the start has written, so it shows the task immediately. */
const userTask: Conversation = async (connection, _id, who) => {
  const instanceId = await start(connection, 'review', { who: { value: who, type: 'String' } });
  const listed = await asked(connection, 'GET', `${REST}/task?assignee=${who}`);
  const tasks = JSON.parse(listed.body) as readonly { id: string; processInstanceId: string }[];
  const task = tasks.find(({ processInstanceId }) => processInstanceId === instanceId);
  if (task === undefined) throw new Error('the list does not show the task of the instance that was started before it');
  await asked(connection, 'POST', `${REST}/task/${task.id}/claim`, { userId: who });
  const variables = { approved: { value: true, type: 'Boolean' } };
  await asked(connection, 'POST', `${REST}/task/${task.id}/complete`, { variables });
};

const message: Conversation = async (connection, id) => {
  await start(connection, 'paid', { order: { value: id, type: 'String' } }, id);
  await asked(connection, 'POST', `${REST}/message`, { messageName: 'go', businessKey: id });
};

/** The cycles of `bench/cycles` in the REST API of this engine. */
export const OPERATON_CONVERSATIONS: Readonly<Record<string, Conversation>> = {
  'operaton linear': linear,
  'operaton user-task': userTask,
  'operaton message': message,
};
