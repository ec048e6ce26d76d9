import type { Stack } from './stack.ts';

/** The few calls of the API the bench needs. Throws on anything but 200. */
export async function post(stack: Stack, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(stack.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return text === '' ? {} : JSON.parse(text);
}

export function deploy(stack: Stack, bpmnXml: string): Promise<unknown> {
  return post(stack, '/Definitions/deploy', { BpmnXml: bpmnXml });
}

/** Instances of a key that the read side shows as completed without failure. */
export async function countCompleted(stack: Stack, key: string): Promise<number> {
  const filters = encodeURIComponent('IsCompleted==true,IsFailed==false,IsCancelled==false');
  const response = await fetch(`${stack.url}/Definitions/${key}/instances?pageSize=1&filters=${filters}`);
  return ((await response.json()) as { totalCount: number }).totalCount;
}

/** Waits until the read side shows this many completed instances. @returns how long it took, unit: ms; undefined when it did not get there */
export async function untilCompleted(stack: Stack, key: string, count: number, limitMs: number): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if ((await countCompleted(stack, key)) >= count) return performance.now() - began;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return undefined;
}
