import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { deferred } from '../support/deferred.ts';
import { expectAccessible, expectRows, expectText, rowsOf, useUiPages } from '../support/ui-pages.ts';

const example = (file: string) => readFileSync(new URL(`../../examples/${file}`, import.meta.url), 'utf8');
const HELLO = example('hello.bpmn');
const POSTAGE = example('decisions/postage.dmn');

describe('the page of workflows', function () {
  this.timeout(90_000);
  const ui = useUiPages();
  const deploy = (BpmnXml: string) => ui.call('/Definitions/deploy', { BpmnXml });

  it('shows how to deploy when nothing is deployed', async () => {
    const page = await ui.visit('/workflows');
    await expectText(page, 'No processes deployed.');
    expect(await page.getByLabel('Command', { exact: true }).innerText()).to.include('/Definitions/deploy');
    expect(await page.title()).to.equal('Processes · Sluice');
    expect(new URL(page.url()).pathname).to.equal('/workflows');
  });

  it('deploys a file when it is chosen, and shows its diagram before', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await choose(page, 'hello.bpmn', HELLO);
    await page.getByRole('dialog').locator('[data-element-id=review]').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy', exact: true }).click();
    await expectText(page, "Deployed 'hello' v1.");
    expect((await rowsOf(page, 'Processes'))[0]).to.match(/^hello\|v1\|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\|6\|—\|/);
  });

  it('takes a file when it is dropped', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const data = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(HELLO)}], 'hello.bpmn'));
      return transfer;
    })()`);
    await page.getByLabel('Drop files here').dispatchEvent('drop', { dataTransfer: data });
    await page.getByRole('dialog').locator('[data-element-id=review]').waitFor();
  });

  it('shows a refusal at its element when the model cannot be deployed', async () => {
    const page = await ui.visit('/workflows', { allows: /status of 400/ });
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await choose(page, 'broken.bpmn', HELLO.replace('approved == true', 'approved ==='));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Deploy', exact: true }).click();
    await dialog
      .getByRole('alert')
      .getByText(/^Invalid BPMN: /)
      .waitFor();
    await dialog.locator('.is-faulty').first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('refuses a file with another ending', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await choose(page, 'hello.txt', HELLO);
    await page.getByRole('alert').getByText('Choose a BPMN model (.bpmn, .xml)').waitFor();
  });

  it('refuses a file above 10 MB', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await choose(page, 'large.bpmn', HELLO.padEnd(10 * 1024 * 1024 + 1));
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('alert').getByText('The files are larger than 10 MB.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Deploy', exact: true }).isDisabled()).to.equal(true);
  });

  it('lays a model out when it comes without a diagram', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await choose(page, 'bare.bpmn', HELLO.replace(/<bpmndi:BPMNDiagram[\s\S]*<\/bpmndi:BPMNDiagram>/, ''));
    await page.getByRole('dialog').locator('[data-element-id=review]').waitFor();
  });

  it('finds keys that contain the typed text, and shows when none exists', async () => {
    await deploy(HELLO);
    await deploy(example('order-fulfilment.bpmn'));
    const page = await ui.visit('/workflows');
    await page.getByLabel('Search by key or name').fill('HELL');
    await expectRows(page, 'Processes', 1);
    expect(new URL(page.url()).searchParams.get('search')).to.equal('HELL');
    await page.getByLabel('Search by key or name').fill('zzz');
    await expectText(page, "No process matches 'zzz'.");
  });

  it('opens the page of a link that is followed before the filter has heard of the last key', async () => {
    const page = await ui.open();
    await page.clock.install();
    await page.goto(`${ui.url}/workflows`);
    await rowsOf(page, 'Processes');
    const [loading, code] = [deferred(), deferred()];
    await page.route(/assets\/events-page[^/]*\.js/, async (route) => {
      loading.resolve();
      await code.promise;
      await route.continue();
    });
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1000);
    await page.getByLabel('Search by key or name').fill('HELL');
    await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Events' }).click();
    await loading.promise;
    await page.clock.runFor(1000);
    await page.clock.resume(); // it is that of all pages here
    code.resolve();
    await page.getByRole('heading', { name: 'Registered Events' }).waitFor();
    expect(new URL(page.url()).search).to.equal('');
  });

  it('opens the older versions below a key', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Older versions of hello' }).click();
    await page.getByRole('link', { name: 'Instances of hello v1' }).click();
    await page.waitForURL(/\/process-instances\/hello\/1$/);
    await page.getByRole('heading', { name: /^Process — / }).waitFor();
  });

  it('sorts by the time of deployment when its heading is pressed', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deployed At' }).click();
    await page.waitForURL(/sort=-deployedAt/);
    await page.locator('th[aria-sort=descending]').waitFor();
  });

  it('disables a key after asking, and enables it again', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Disable hello' }).click();
    await expectText(page, "Disable 'hello'?");
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expectText(page, "Disabled 'hello'.");
    await page.getByRole('button', { name: 'Start hello', disabled: true }).waitFor();
    await page.getByRole('button', { name: 'Enable hello' }).click();
    await expectText(page, "Enabled 'hello'.");
    await page.getByRole('button', { name: 'Disable hello' }).waitFor();
  });

  it('starts an instance with a business id and variables, and leads to it', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Start hello' }).click();
    await expectText(page, /^Start 'hello' v\d+$/);
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Business ID (optional)').fill(' x');
    await expectText(page, 'BusinessId must not have leading or trailing white space.');
    expect(await dialog.getByRole('button', { name: 'Start' }).isDisabled()).to.equal(true);
    await page.getByLabel('Business ID (optional)').fill('PO-1');
    await expectText(page, '4/256');
    await page.getByText('Further variables').click();
    await page.getByLabel('Variables (JSON object, optional)').fill('[1]');
    await expectText(page, 'Variables must be a JSON object.');
    await page.getByLabel('Variables (JSON object, optional)').fill('{"name": "Ada"}');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expectText(page, /^Started 'Hello' v\d+\. Open the instance$/);
    await page.locator('a[href^="/process-instance/"]').last().click();
    await page.getByRole('heading', { name: 'Process Instance' }).waitFor();
    await expectText(page, 'PO-1');
  });

  it('starts an instance with the fields of the start form when the model has one', async () => {
    const fields = [
      '<c:formField id="amount" label="Amount" type="long" defaultValue="5"/><c:formField id="note" label="Note" type="string"/>',
      '<c:formField id="who" label="Who" type="string"><c:validation><c:constraint name="required"/></c:validation></c:formField>',
      '<c:formField id="seen" label="Seen" type="string"><c:validation><c:constraint name="readonly"/></c:validation></c:formField>',
    ];
    const BpmnXml = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn"><d:process id="asks"><d:startEvent id="s"><d:extensionElements><c:formData>${fields.join('')}</c:formData></d:extensionElements></d:startEvent><d:userTask id="u"/><d:sequenceFlow id="f" sourceRef="s" targetRef="u"/></d:process></d:definitions>`;
    await ui.call('/Definitions/deploy', { BpmnXml });
    const page = await ui.visit('/workflows?search=asks');
    await page.getByRole('button', { name: 'Start asks' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').waitFor();
    expect(await dialog.getByLabel('Amount').inputValue()).to.equal('5');
    expect(await dialog.getByLabel('Seen').isDisabled()).to.equal(true);
    await dialog.getByLabel('Amount').fill('7.50');
    await dialog.getByText('Further variables').click();
    await dialog.getByLabel('Variables (JSON object, optional)').fill('{"more": true}');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog.getByText('A value is needed.').waitFor();
    await dialog.getByLabel('Who').fill('ann');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expectText(page, /^Started 'asks' v1\. Open the instance$/);
    const href = await page.locator('a[href^="/process-instance/"]').last().getAttribute('href');
    const { variableStates } = await ui.call<{ variableStates: { variables: object }[] }>(
      `/Instances/${href?.split('/').at(-1)}/state`,
    );
    expect(variableStates[0]?.variables).to.deep.equal({ more: true, amount: 7.5, who: 'ann' });
  });

  it('offers the variables that the model only reads as typed, empty fields with an example', async () => {
    const task = (id: string) => `<d:userTask id="${id}"/>`;
    const flow = (id: string, from: string, to: string, condition = '') =>
      `<d:sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${condition && `<d:conditionExpression>${condition}</d:conditionExpression>`}</d:sequenceFlow>`;
    const form =
      '<d:extensionElements><c:formData><c:formField id="amount" label="Amount" type="long"/></c:formData></d:extensionElements>';
    const conditions = ['amount &gt; 100', 'level == "gold" &amp;&amp; age &gt; 18', 'isKnown', 'buyer.size &gt; 3'].map(
      (text) => `$\{${text}}`,
    );
    const targets = ['a', 'b', 'c', 'd'].map((id, index) => task(id) + flow(`to-${id}`, 'g', id, conditions[index]));
    const BpmnXml = `<d:definitions xmlns:d="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:c="http://camunda.org/schema/1.0/bpmn"><d:process id="reads"><d:startEvent id="s">${form}</d:startEvent><d:exclusiveGateway id="g"/>${flow('f', 's', 'g')}${targets.join('')}</d:process></d:definitions>`;
    await deploy(BpmnXml);
    const page = await ui.visit('/workflows?search=reads');
    await page.getByRole('button', { name: 'Start reads' }).click();
    const dialog = page.getByRole('dialog');
    const read = dialog.getByRole('group', { name: 'Read by the model' });
    await read.getByText('Empty fields are not sent.', { exact: false }).waitFor();
    const level = read.getByLabel('Level');
    await read.getByText('For example gold').waitFor();
    expect([await level.inputValue(), await read.getByLabel('Age').getAttribute('type')]).to.deep.equal(['', 'number']);
    expect(await read.getByRole('radio', { name: 'Yes' }).isChecked()).to.equal(false);
    expect(await read.getByRole('radio', { name: 'Unanswered' }).isChecked()).to.equal(true);
    expect(await dialog.getByLabel('Variables (JSON object, optional)').isVisible()).to.equal(false);
    // declared by the form, so not again
    expect([await dialog.getByLabel('Amount').count(), await read.getByLabel('Amount').count()]).to.deep.equal([1, 0]);
    await expectAccessible(page);
    await dialog.getByLabel('Amount').fill('1');
    await level.fill('gold');
    await read.getByLabel('Age').fill('21');
    await read.getByRole('radio', { name: 'No' }).check();
    await read.getByLabel('Buyer').fill('{"size": ');
    await dialog.getByText('Further variables').click();
    await dialog.getByLabel('Variables (JSON object, optional)').fill('{"more": true}');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await read.getByText('This is not valid JSON.').waitFor();
    await read.getByLabel('Buyer').fill('{"size": 1}');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expectText(page, /^Started 'reads' v1\. Open the instance$/);
    const href = await page.locator('a[href^="/process-instance/"]').last().getAttribute('href');
    const { variableStates, activeActivityIds } = await ui.call<{
      variableStates: { variables: object }[];
      activeActivityIds: string[];
    }>(`/Instances/${href?.split('/').at(-1)}/state`);
    expect(activeActivityIds).to.deep.equal(['b']);
    const expected = { more: true, amount: 1, level: 'gold', age: 21, isKnown: false, buyer: { size: 1 } };
    expect(variableStates[0]?.variables).to.deep.equal(expected);
  });

  it('keeps the start dialog open with the refusal when the engine refuses', async () => {
    const page = await ui.visit('/workflows', { allows: /status of 409/ });
    await page.getByRole('button', { name: 'Start hello' }).click();
    await page.getByLabel('Business ID (optional)').fill('PO-2');
    await ui.call('/Definitions/disable', { ProcessDefinitionKey: 'hello' });
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Start' }).click();
    await dialog
      .getByRole('alert')
      .getByText("Process 'hello' is disabled. Enable it before creating new instances.", { exact: true })
      .waitFor();
    expect(await page.getByLabel('Business ID (optional)').inputValue()).to.equal('PO-2');
    await ui.call('/Definitions/enable', { ProcessDefinitionKey: 'hello' });
    await dialog.getByRole('button', { name: 'Start' }).click();
    await expectText(page, /Started 'Hello'/);
    await dialog.waitFor({ state: 'detached' });
  });

  it('gives the model away as a file', async () => {
    const page = await ui.visit('/workflows');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /Download the XML of hello/ }).click(),
    ]);
    expect(download.suggestedFilename()).to.match(/^hello-v\d+\.bpmn$/);
  });

  it('starts an instance with the keyboard alone', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Start hello' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.locator('[role=dialog] input:focus').waitFor();
    await page.keyboard.type('by-keyboard');
    await page.keyboard.press('Enter');
    await expectText(page, /Started 'Hello'/);
  });

  it('deploys a model with its further files', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const called = HELLO.replaceAll('"hello"', '"called"');
    await page.getByLabel('Files to deploy', { exact: true }).setInputFiles([
      { name: 'rates.dmn', mimeType: 'text/xml', buffer: Buffer.from(POSTAGE) },
      { name: 'hello.bpmn', mimeType: 'text/xml', buffer: Buffer.from(HELLO) },
      { name: 'called.bpmn', mimeType: 'text/xml', buffer: Buffer.from(called) },
    ]);
    await expectText(page, 'rates.dmn, hello.bpmn, called.bpmn');
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy', exact: true }).click();
    await expectText(page, "Deployed 'called' v1.");
    await expectText(page, /^Deployed 'hello' v\d\.$/);
  });

  it('deploys a file of decisions', async () => {
    const page = await ui.visit('/workflows');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    await choose(page, 'postage.dmn', POSTAGE);
    await page.getByRole('dialog').getByRole('button', { name: 'Deploy', exact: true }).click();
    await expectText(page, /^Deployed 'postage' v\d\.$/);
  });
});

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page
    .getByLabel('Files to deploy', { exact: true })
    .setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) });
}
