import { closeSync, existsSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Consumer of the event feed that is killed: `consumer.mjs <url> <file>`. Appends every line to the file, and continues after the last complete one.
 * It follows the documentation, with a file instead of a database.
 */
const [url = '', file = ''] = process.argv.slice(2);
const TAIL = 1024 * 1024;

/** The position behind which nothing was stored; a line that was cut off is not stored. */
function placeIn(path) {
  if (!existsSync(path)) return '0';
  const { size } = statSync(path);
  const begin = Math.max(0, size - TAIL);
  const bytes = Buffer.alloc(size - begin);
  const handle = openSync(path, 'r');
  readSync(handle, bytes, 0, bytes.length, begin);
  closeSync(handle);
  const whole = bytes.lastIndexOf('\n') + 1;
  truncateSync(path, begin + whole);
  const last = bytes.subarray(0, whole).toString().trimEnd().split('\n').at(-1);
  return last === undefined || last === '' ? '0' : (last.split(' ')[0] ?? '0');
}

let place = placeIn(file);
const output = openSync(file, 'a');
for (;;) {
  try {
    const answer = await fetch(`${url}/Events?after=${place}&limit=5000&wait=5`);
    if (!answer.ok || answer.body === null) throw new Error(String(answer.status));
    let rest = '';
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      let text = '';
      for (const line of lines) {
        const { position, workflowInstanceId, sequence, next } = JSON.parse(line);
        place = next ?? position;
        if (position !== undefined) text += `${position} ${workflowInstanceId} ${sequence}\n`;
      }
      writeSync(output, text);
    }
  } catch {
    await pause(50);
  }
}
