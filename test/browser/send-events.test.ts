// tier all: the API tests of messages and signals are in the commit tier, which has no time left
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { messageWait, signalWait, startedByMessage } from '../support/models/event-models.ts';
import { userTask } from '../support/models/models.ts';
import { expectAccessible, expectText, untilRead, useUiPages } from '../support/ui-pages.ts';

describe('sending messages and signals from the pages', function () {
  this.timeout(90_000);
  const ids = { first: '', second: '', parcel: '', shelves: [] as string[] };
  const ui = useUiPages(
    async ({ call }) => {
      const start = async (key: string, variables: object = {}) =>
        (await call<{ WorkflowInstanceId: string }>('/Execution/start', { WorkflowId: key, Variables: variables }))
          .WorkflowInstanceId;
      for (const model of [
        messageWait('order', 'wait-paid', 'paid', 'orderId'),
        messageWait('parcel', 'wait-arrived', 'arrived'),
        signalWait('shelf', 'wait-stock', 'stock'),
        startedByMessage('complaint', 'complained', userTask('answer')),
      ])
        await call('/Definitions/deploy', { BpmnXml: model });
      ids.first = await start('order', { orderId: 'A-1' });
      ids.second = await start('order', { orderId: 'A-2' });
      ids.parcel = await start('parcel');
      for (let n = 0; n < 6; n += 1) ids.shelves.push(await start('shelf'));
    },
    {},
    { Audit__Enabled: 'true', Audit__Acts: 'client' },
  );
  const send = async (page: Page, kind: 'message' | 'signal', fields: Readonly<Record<string, string>>) => {
    const dialog = page.getByRole('dialog', { name: `Send ${kind}`, exact: true });
    for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
    await dialog.getByRole('button', { name: `Send ${kind}`, exact: true }).click();
    return dialog;
  };
  const subscription = (page: Page, text: string) =>
    page.getByRole('table', { name: 'Active Message Subscriptions' }).getByRole('row', { name: text });

  it('sends the message of a subscription with its correlation key and variables, and links the receiver', async () => {
    const page = await ui.visit('/events');
    await subscription(page, 'A-1').getByRole('button', { name: "Send message 'paid'" }).click();
    const dialog = page.getByRole('dialog', { name: 'Send message' });
    expect(await dialog.getByLabel('Message Name').inputValue()).to.equal('paid');
    expect(await dialog.getByLabel('Correlation Key (optional)').inputValue()).to.equal('A-1');
    await expectAccessible(page);
    await send(page, 'message', { 'Variables (JSON object, optional)': '{"amount": 12.50}' });
    await expectText(page, "Message 'paid' sent. 1 instance received it:");
    await dialog.waitFor({ state: 'detached' });
    await subscription(page, 'A-1').waitFor({ state: 'detached' });
    expect(await subscription(page, 'A-2').count()).to.equal(1);
    await page.getByRole('link', { name: ids.first }).click();
    await page.waitForURL(`**/process-instance/${ids.first}`);
    const state = await ui.call<{ variableStates: { variables: object }[] }>(`/Instances/${ids.first}/state`);
    expect(state.variableStates[0]?.variables).to.deep.include({ amount: 12.5 });
    const audit = await ui.call<{ items: { act: string; targetId: string }[] }>('/Audit');
    expect(audit.items[0]).to.include({ act: 'DeliverMessage', targetId: 'paid' });
  });

  it('suggests known names and keys, starts a process with a business id, and shows it if there is no receiver', async () => {
    const page = await ui.visit('/events', { allows: /status of 404/ });
    await subscription(page, 'A-2').waitFor();
    await page.getByRole('button', { name: 'Send message', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Send message' });
    const options = (label: string) =>
      dialog.getByLabel(label).evaluate((field) =>
        // the types of the page are not known here
        [...(field as unknown as { list: { options: Iterable<{ value: string }> } }).list.options].map(({ value }) => value),
      );
    await dialog.getByLabel('Message Name').fill('paid');
    expect(await options('Message Name')).to.deep.equal(['arrived', 'complained', 'paid']);
    expect(await options('Correlation Key (optional)')).to.deep.equal(['A-2']);
    await send(page, 'message', { 'Correlation Key (optional)': 'A-3' });
    const none = 'No instance received it. No active subscription found for message ';
    await dialog.getByText(`${none}'paid' with correlation key 'A-3'`).waitFor();
    await send(page, 'message', {
      'Message Name': 'complained',
      'Correlation Key (optional)': '',
      'Business ID (optional)': 'C-7',
    });
    await expectText(page, "Message 'complained' sent. 1 instance received it:");
    const { data } = await ui.call<{ data: { businessId: string }[] }>('/UserTasks');
    expect(data.map(({ businessId }) => businessId)).to.deep.equal(['C-7']);
  });

  it('stores a message that has no receiver yet, until the chosen time', async () => {
    const page = await ui.visit('/events', { allows: /status of 409/ });
    await page.getByRole('button', { name: 'Send message', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Send message' });
    await dialog.getByText('Options', { exact: true }).click();
    await dialog.getByLabel('Message ID (optional)').fill('payment-7');
    await dialog.getByLabel('Message Name').fill('paid');
    await dialog.getByText('A message with an ID must be stored.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Send message' }).isDisabled()).to.equal(true);
    await dialog.getByLabel('If there is no receiver').selectOption('Store the message for 1 hour');
    await expectAccessible(page);
    await send(page, 'message', { 'Message Name': 'paid', 'Correlation Key (optional)': 'later' });
    await expectText(page, /No instance received the message 'paid' yet\. It is stored for the first receiver until \d{4}-/);
    await page.getByRole('button', { name: 'Send message', exact: true }).first().click();
    await dialog.getByText('Options', { exact: true }).click();
    await dialog.getByLabel('Message ID (optional)').fill('payment-7');
    await dialog.getByLabel('If there is no receiver').selectOption('Store the message for 1 hour');
    await send(page, 'message', { 'Message Name': 'paid', 'Correlation Key (optional)': 'later' });
    await dialog
      .getByRole('alert')
      .getByText(/payment-7/)
      .waitFor();
    const { WorkflowInstanceId } = await ui.call<{ WorkflowInstanceId: string }>('/Execution/start', {
      WorkflowId: 'order',
      Variables: { orderId: 'later' },
    });
    await untilRead(
      'the receiver of the stored message',
      () => ui.call<{ isCompleted: boolean }>(`/Instances/${WorkflowInstanceId}/state`),
      ({ isCompleted }) => isCompleted,
    );
  });

  it('sends a signal, and lists the first of many receivers', async () => {
    const page = await ui.visit('/events');
    await page.getByRole('button', { name: 'Send signal', exact: true }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Send signal' });
    expect(await dialog.getByLabel('Correlation Key (optional)').count()).to.equal(0);
    const button = dialog.getByRole('button', { name: 'Send signal' });
    expect(await button.isDisabled()).to.equal(true);
    await dialog.getByLabel('Variables (JSON object, optional)').fill('[]');
    await dialog.getByLabel('Signal Name').fill('stock');
    expect(await button.isDisabled()).to.equal(true);
    await send(page, 'signal', { 'Variables (JSON object, optional)': '' });
    const result = page.getByRole('alert').filter({ hasText: "Signal 'stock' sent. 6 instances received it:" });
    await result.waitFor();
    const linked = await result.getByRole('link').allInnerTexts();
    expect(linked).to.have.length(5);
    expect(ids.shelves).to.include.members(linked);
    await result.getByText('and 1 more').waitFor();
  });

  it('offers the message that an instance waits for, where it shows why it waits', async () => {
    const page = await ui.visit(`/process-instance/${ids.second}`);
    const why = page.getByRole('complementary', { name: 'Why it waits' });
    await why.getByRole('button', { name: "Send message 'paid'" }).click();
    const dialog = page.getByRole('dialog', { name: 'Send message' });
    expect(await dialog.getByLabel('Correlation Key (optional)').inputValue()).to.equal('A-2');
    await send(page, 'message', {});
    await expectText(page, "Message 'paid' sent. 1 instance received it:");
    await why.waitFor({ state: 'detached' });
    await page.goto(`${ui.url}/process-instance/${ids.parcel}?tab=waiting`);
    await page.getByRole('tabpanel').getByRole('button', { name: "Send message 'arrived'" }).click();
    expect(await dialog.getByLabel('Correlation Key (optional)').inputValue()).to.equal('');
    await send(page, 'message', {});
    await expectText(page, 'This instance is not waiting for anything.');
  });
});
