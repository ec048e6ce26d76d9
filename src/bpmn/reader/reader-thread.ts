import { workerData } from 'node:worker_threads';
import type { ParsedDefinitions } from '../parse-definitions.ts';
import type { ScriptResources } from '../reading.ts';
import { NEXT_PART, type ReaderItem, type ReaderPart, type ReaderRequest, type ReaderSetup } from './protocol.ts';
import { parseStored, responseItems } from './read-file.ts';

/** Items copied together, to not block the event loop of the receiver. */
const ITEMS_PER_PART = 250;

/** Entry of the worker thread: answers requests one by one, each part on request. */
const { port } = workerData as ReaderSetup;
let items: Iterator<ReaderItem> = [].values();
/** Cache: another process of a large file is often next. */
let last: { readonly text: string; readonly inputs: string; readonly file: ParsedDefinitions } | undefined;

function readStored(text: string, scripts: ScriptResources, reading: number): ParsedDefinitions {
  const inputs = JSON.stringify([scripts, reading]);
  if (last?.text !== text || last.inputs !== inputs) {
    last = undefined; // both files may be large
    last = { text, inputs, file: parseStored(text, scripts, reading) };
  }
  return last.file;
}

function nextPart(): ReaderPart {
  const taken: ReaderItem[] = [];
  while (taken.length < ITEMS_PER_PART) {
    const next = items.next();
    if (next.done === true) return { items: taken, isLast: true };
    taken.push(next.value);
  }
  return { items: taken, isLast: false };
}

port.on('message', (message: ReaderRequest | typeof NEXT_PART) => {
  if (message !== NEXT_PART) {
    if (message.kind !== 'model') last = undefined;
    items = responseItems(message, readStored);
  }
  try {
    port.postMessage(nextPart());
  } catch (error) {
    port.postMessage({ error: String((error as Error).stack ?? error) } satisfies ReaderPart);
  }
});
