#!/usr/bin/env node
// The few options of curl that the printed commands use, so that their test needs no curl on the machine.
const options = { method: 'GET', headers: {} };
let url = '';
for (let at = 2; at < process.argv.length; at++) {
  const [name, value] = [process.argv[at], process.argv[at + 1]];
  if (name === '-s') continue;
  if (name === '-H') Object.assign(options.headers, Object.fromEntries([value.split(': ')]));
  else if (name === '-d') options.body = value;
  else if (name === '--data-binary' && value === '@-') options.body = (await process.stdin.toArray()).join('');
  else if (name.startsWith('http')) url = name;
  else throw new Error(`unknown option ${name}`);
  if (!name.startsWith('http')) at++;
}
if (options.body !== undefined) options.method = 'POST';
const answer = await fetch(url, options);
process.stdout.write(await answer.text());
if (!answer.ok) process.exitCode = 1;
