// An Express route that runs a process in bpmn-engine, and keeps the state of the ended instance in Postgres before it answers: that library keeps nothing itself.
import { randomUUID } from 'node:crypto';
import { Engine } from 'bpmn-engine';
import express from 'express';
import pg from 'pg';

const { DATABASE_URL, MODEL } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
await pool.query('create table if not exists peer_instance (id uuid primary key, state json not null)');

const app = express();
app.use(express.json());
app.post('/Execution/start', async (request, response) => {
  const id = randomUUID();
  const engine = new Engine({ name: id, source: MODEL, variables: { ...request.body.Variables } });
  // asked for before: what never waits has ended when execute() answers
  const ended = engine.waitFor('end');
  const execution = await engine.execute();
  await ended;
  await pool.query('insert into peer_instance values ($1, $2)', [id, JSON.stringify(execution.getState())]);
  response.json({ WorkflowInstanceId: id });
});
app.get('/ended', async (_request, response) => {
  const { rows } = await pool.query('select count(*)::int as count from peer_instance');
  response.json(rows[0]);
});
app.use((error, _request, response, _next) => response.status(500).json({ error: String(error) }));
const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address().port));
