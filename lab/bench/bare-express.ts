import type { AddressInfo } from 'node:net';
import express from 'express';

/** The yardstick: an Express route that reads a JSON body and answers one, and does nothing else. */
const app = express();
app.use(express.json());
app.post('/Execution/start', (request, response) => {
  response.json({ WorkflowInstanceId: String(request.body.WorkflowId) });
});
const server = app.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
