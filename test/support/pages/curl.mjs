#!/usr/bin/env node
// The few options of curl that the pages use, so that their tests need no curl on the machine. Prints the answer as curl does, headers as they came.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';

const asked = {
  method: undefined,
  headers: {},
  body: undefined,
  url: '',
  showsHeaders: false,
  isSilent: false,
  format: '',
  output: undefined,
};
const takers = {
  '-H': (value) => {
    const colon = value.indexOf(':');
    asked.headers[value.slice(0, colon)] = value.slice(colon + 1).trim();
  },
  '-d': (value) => takeBody(value),
  '--data-binary': (value) => takeBody(value),
  '-X': (value) => {
    asked.method = value;
  },
  '-w': (value) => {
    asked.format = value;
  },
  '-o': (value) => {
    asked.output = value;
  },
};
function takeBody(value) {
  asked.body = value.startsWith('@') ? readFileSync(value === '@-' ? 0 : value.slice(1)) : Buffer.from(value);
}
for (let at = 2; at < process.argv.length; at++) {
  const word = process.argv[at];
  if (/^-[si]+$/.test(word)) {
    asked.showsHeaders ||= word.includes('i');
    asked.isSilent ||= word.includes('s');
  } else if (Object.hasOwn(takers, word)) takers[word](process.argv[++at]);
  else if (word.startsWith('-')) throw new Error(`unknown option ${word}`);
  else asked.url = /^https?:/.test(word) ? word : `http://${word}`;
}
const headers = { 'User-Agent': 'curl/8.0.0', Accept: '*/*', ...asked.headers };
if (asked.body !== undefined) headers['Content-Length'] = asked.body.length;
const method = asked.method ?? (asked.body === undefined ? 'GET' : 'POST');
const sent = request(asked.url, { method, headers: { ...headers, Connection: 'keep-alive' } });
sent.end(asked.body);
sent.on('error', (error) => {
  if (!asked.isSilent) process.stderr.write(`curl: ${error.message}\n`);
  process.exit(7);
});
sent.on('response', async (answer) => {
  const body = Buffer.concat(await answer.toArray());
  const lines = [`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`];
  for (let at = 0; at < answer.rawHeaders.length; at += 2) lines.push(`${answer.rawHeaders[at]}: ${answer.rawHeaders[at + 1]}`);
  const head = asked.showsHeaders ? `${lines.join('\r\n')}\r\n\r\n` : '';
  if (asked.output === undefined) process.stdout.write(Buffer.concat([Buffer.from(head), body]));
  else writeFileSync(asked.output, body);
  process.stdout.write(asked.format.replaceAll('%{http_code}', answer.statusCode).replaceAll('\\n', '\n'));
  const { PAGE_STATUSES } = process.env;
  if (PAGE_STATUSES !== undefined) appendFileSync(PAGE_STATUSES, `${answer.statusCode}\n`);
  // a pipe takes at most 64 kB at a time: exit after it has taken all
  sent.destroy();
});
