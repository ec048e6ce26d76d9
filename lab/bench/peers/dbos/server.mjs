// An Express route that runs a durable workflow of three steps in DBOS Transact: each step is written to Postgres, the answer waits for the end.
import { DBOS } from '@dbos-inc/dbos-sdk';
import express from 'express';

DBOS.setConfig({ name: 'peer', systemDatabaseUrl: process.env.DATABASE_URL, logLevel: 'error', runAdminServer: false });
let ended = 0;
const linear = DBOS.registerWorkflow(
  async (n) => {
    const a = await DBOS.runStep(async () => n + 1, { name: 'a' });
    const b = await DBOS.runStep(async () => a * 2, { name: 'b' });
    return await DBOS.runStep(async () => a + b, { name: 'c' });
  },
  { name: 'linear' },
);
await DBOS.launch();

const app = express();
app.use(express.json());
app.post('/Execution/start', async (request, response) => {
  const handle = await DBOS.startWorkflow(linear)(request.body.Variables.n);
  await handle.getResult();
  ended += 1;
  response.json({ WorkflowInstanceId: handle.workflowID });
});
app.get('/ended', (_request, response) => response.json({ count: ended }));
app.use((error, _request, response, _next) => response.status(500).json({ error: String(error) }));
const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
