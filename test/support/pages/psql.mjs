#!/usr/bin/env node
// The part of psql that the pages use: an address, -c, -v and -At. The embedded Postgres has no psql.
import pg from 'pg';

const [, , url, ...words] = process.argv;
const names = new Map();
let [statement, isBare] = ['', false];
for (let at = 0; at < words.length; at++) {
  const word = words[at];
  if (/^-[Atc]+$/.test(word)) isBare ||= /[At]/.test(word);
  else if (word !== '-v') throw new Error(`unknown option ${word}`);
  if (word.endsWith('c')) statement = words[++at];
  if (word === '-v') names.set(...words[++at].split('='));
}
const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => String } });
await client.connect();
const text = statement.replaceAll(/:'(\w+)'/g, (_, name) => client.escapeLiteral(names.get(name)));
const { fields, rows } = await client.query({ text, rowMode: 'array' });
const lines = rows.map((row) => row.map((value) => value ?? '').join(isBare ? '|' : ' | '));
if (!isBare) {
  lines.unshift(fields.map(({ name }) => name).join(' | '), fields.map(({ name }) => '-'.repeat(name.length)).join('-+-'));
  lines.push(`(${rows.length} row${rows.length === 1 ? '' : 's'})`);
}
process.stdout.write(`${lines.join('\n')}\n`);
await client.end();
