import type { Page } from 'playwright-core';
import { openPool } from '../../src/db/pool.ts';
import { startUi } from '../../src/ui/main.ts';
import { buildPages } from '../../test/support/build-pages.ts';
import { openChromium } from '../../test/support/chromium.ts';
import { measureLoad } from '../../test/support/first-load.ts';
import { startService } from '../../test/support/service.ts';
import { addFilter } from '../../test/support/ui-pages.ts';

/**
 * `npm run bench:ui`: prints how the pages behave with 50,000 instances and with a diagram of 500 elements whose instance has a journal of
 * several thousand events. Needs Chromium.
 */
const INSTANCES = 50_000;
const ELEMENTS = 500;
const KEY = 'long';

await buildPages();
const service = await startService({ env: { UI_PORT: '0' } });
const ui = (await service.start((runtime) => startUi({ ...runtime, apiUrl: service.url }))).url ?? '';
const browser = await openChromium();
try {
  await post('/Definitions/deploy', { BpmnXml: longModel() });
  const { WorkflowInstanceId } = (await post('/Execution/start', { WorkflowId: KEY })) as { readonly WorkflowInstanceId: string };
  await untilProjected(WorkflowInstanceId);
  await multiply();
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const { files, bytes } = await measureLoad(page, `${ui}/workflows`);
  say('first load of /workflows', `${(bytes / 1000).toFixed(1)} kB in ${files} files, as sent`);
  await measureLists(page);
  await measureDiagram(page, WorkflowInstanceId);
  for (const rounds of [600, 2400]) await measureLoop(page, rounds);
} finally {
  await browser.close();
  await service.stop();
}
process.exit(); // the database of the run ends with its process

async function measureLists(page: Page): Promise<void> {
  const show = async (what: string, query: string, ready: string) => {
    const begun = performance.now();
    await page.goto(`${ui}/process-instances/${KEY}${query}`);
    await page.getByText(ready).waitFor();
    await page.locator('tbody tr').first().waitFor();
    say(what, ms(performance.now() - begun));
  };
  const last = Math.ceil((INSTANCES + 1) / 20);
  await show(`list of ${INSTANCES} instances, page reloaded`, '', `Page 1 of ${last}`);
  await show('the same, last page', `?page=${last}`, `Page ${last} of ${last}`);
  await show('the same, one business id', '?businessId=B-4711', 'Page 1 of 1');
  await page.locator('.diagram-ground[data-phase=drawn]').waitFor();
  const begun = performance.now();
  await addFilter(page, 'status: running');
  await page.getByText('No instances.').waitFor();
  say('another filter, in the page', ms(performance.now() - begun));
}

async function measureDiagram(page: Page, instanceId: string): Promise<void> {
  const begun = performance.now();
  await page.goto(`${ui}/process-instance/${instanceId}`);
  await page
    .locator('.djs-connection.is-taken')
    .nth(ELEMENTS - 2)
    .waitFor({ state: 'attached' });
  say(`instance with a diagram of ${ELEMENTS} elements, until all are marked`, ms(performance.now() - begun));
  const steps = await page.getByText(/^Step \d+ of \d+/).innerText();
  await page.getByRole('slider').focus();
  const back = await framesDuring(page, async () => {
    for (let i = 0; i < 20; i += 1) await page.keyboard.press('ArrowLeft');
  });
  say(`time travel, 20 steps back (${/of (\d+)/.exec(steps)?.[1]} steps in all)`, back);
  const ground = await page.locator('.diagram-ground').boundingBox();
  if (ground === null) throw new Error('no diagram');
  await page.mouse.move(ground.x + 200, ground.y + 200);
  const moved = await framesDuring(page, async () => {
    await page.keyboard.down('Control');
    for (let i = 0; i < 20; i += 1) await page.mouse.wheel(0, i < 10 ? -60 : 60);
    await page.keyboard.up('Control');
    await page.mouse.down();
    for (let i = 0; i < 30; i += 1) await page.mouse.move(ground.x + 200 + i * 5, ground.y + 200 + i * 3);
    await page.mouse.up();
  });
  say('zoom and move', moved);
}

/** An instance with eight events per round: the longest task of the main thread while the page opens, and while the user steps back. */
async function measureLoop(page: Page, rounds: number): Promise<void> {
  await post('/Definitions/deploy', { BpmnXml: loopModel() });
  const { WorkflowInstanceId } = (await post('/Execution/start', {
    WorkflowId: 'loop',
    Variables: { i: 0, rounds },
  })) as { readonly WorkflowInstanceId: string };
  await untilProjected(WorkflowInstanceId);
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest ?? 0, duration);
  }).observe({ type: 'longtask' })`);
  const longest = async () => {
    const found = await page.evaluate<number>(
      '(() => { const was = globalThis.longest ?? 0; globalThis.longest = 0; return was; })()',
    );
    return found === 0 ? 'below 50 ms' : ms(found); // the browser reports tasks from 50 ms on
  };
  await page.goto(`${ui}/process-instance/${WorkflowInstanceId}`);
  const steps = await page.getByText(/^Step \d+ of \d+/).innerText();
  await page.locator('.diagram-ground[data-phase=drawn]').waitFor();
  const what = `instance of ${/of (\d+)/.exec(steps)?.[1]} steps, longest task`;
  say(`${what} while it opens`, await longest());
  await page.getByRole('slider').focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowLeft');
  await page.getByText(/^Step \d+ of/).waitFor();
  say(`${what} while the user steps back`, await longest());
}

/** Frames the browser made during an action, in words. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<string> {
  await page.evaluate(`(() => {
    const frames = (globalThis.frameTimes = []);
    let last = performance.now();
    const count = (now) => { frames.push(now - last); last = now; if (globalThis.frameTimes === frames) requestAnimationFrame(count); };
    requestAnimationFrame(count);
  })()`);
  await act();
  const frames = await page.evaluate<number[]>('(() => { const all = frameTimes; frameTimes = null; return all; })()');
  const sorted = frames.sort((a, b) => a - b);
  const at = (share: number) => ms(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `frames: median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`;
}

/** The one instance many times over, as the read side holds it. */
async function multiply(): Promise<void> {
  const pool = openPool(service.databaseUrl, { max: 1, applicationName: 'bench' });
  await pool.query(`insert into q_instance select (jsonb_populate_record(i, jsonb_build_object(
      'instance_id', gen_random_uuid(), 'business_id', 'B-' || n, 'created_at', i.created_at - n * interval '1 second'))).*
    from q_instance i, generate_series(1, ${INSTANCES}) n`);
  await pool.query('analyze q_instance');
  await pool.end();
}

async function untilProjected(instanceId: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${ui}/ui/api/instances/${instanceId}`);
    if (answer.ok && ((await answer.json()) as { readonly status: string }).status === 'Completed') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function post(path: string, body: object): Promise<unknown> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${service.url}${path}`, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** A line of throw events that do nothing, drawn in rows of 25. */
function longModel(): string {
  const ids = Array.from({ length: ELEMENTS }, (_, i) => `e${i}`);
  const tag = (i: number) => (i === 0 ? 'startEvent' : i === ELEMENTS - 1 ? 'endEvent' : 'intermediateThrowEvent');
  const place = (i: number) => ({ x: 60 + (i % 25) * 90, y: 60 + Math.floor(i / 25) * 90 });
  const nodes = ids.map((id, i) => `<${tag(i)} id="${id}" name="${id}"/>`).join('');
  const flows = ids
    .slice(1)
    .map((id, i) => `<sequenceFlow id="f${i}" sourceRef="e${i}" targetRef="${id}"/>`)
    .join('');
  const shapes = ids.map((id, i) => {
    const { x, y } = place(i);
    return `<di:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="${y}" width="36" height="36"/></di:BPMNShape>`;
  });
  const edges = ids.slice(1).map((_, i) => {
    const [from, to] = [place(i), place(i + 1)];
    return `<di:BPMNEdge id="f${i}_di" bpmnElement="f${i}"><dd:waypoint x="${from.x + 36}" y="${from.y + 18}"/><dd:waypoint x="${to.x}" y="${to.y + 18}"/></di:BPMNEdge>`;
  });
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI"
    xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:dd="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="bench">
    <process id="${KEY}" isExecutable="true">${nodes}${flows}</process>
    <di:BPMNDiagram id="d"><di:BPMNPlane id="p" bpmnElement="${KEY}">${shapes.join('')}${edges.join('')}</di:BPMNPlane></di:BPMNDiagram>
  </definitions>`;
}

function loopModel(): string {
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="bench"><process id="loop" isExecutable="true">
    <startEvent id="s"/><sequenceFlow id="f1" sourceRef="s" targetRef="up"/><scriptTask id="up"><script>i = i + 1</script></scriptTask>
    <sequenceFlow id="f2" sourceRef="up" targetRef="g"/><exclusiveGateway id="g" default="f4"/>
    <sequenceFlow id="f3" sourceRef="g" targetRef="up"><conditionExpression>i &lt; rounds</conditionExpression></sequenceFlow>
    <sequenceFlow id="f4" sourceRef="g" targetRef="e"/><endEvent id="e"/></process></definitions>`;
}

function say(what: string, value: string): void {
  process.stdout.write(`${what.padEnd(62)} ${value}\n`);
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
