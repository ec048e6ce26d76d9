import type { Schemas } from '../../client/index.ts';
import { visibleText } from '../../platform/redact.ts';
import { WrongArguments } from '../arguments.ts';
import { LISTS } from '../lists.ts';
import { type Columns, pageText, queryOf, rowsText } from '../output/tables.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, one, PAGE } from '../verb-declaration.ts';

const OPTIONS = {
  instance: { value: '<id>', about: 'only of this instance', of: ['retry', 'skip'], completes: 'instance' },
  all: { about: 'of all blocked instances; for skip: of all failing ones', of: ['retry', 'skip'] },
  page: { ...PAGE, of: ['show'] },
} as const;

const NAME = one('<name>', 'the name of one webhook');
const ACTIONS = {
  list: { about: 'list webhooks with their position', isDefault: true },
  show: { about: 'show one, and its blocked instances, 100 at a time', operands: NAME },
  retry: { about: 'send refused events again now; needs --instance or --all', operands: NAME },
  skip: { about: 'skip refused events; they are never sent; needs --instance or --all', operands: NAME },
  pause: { about: 'send no further events', operands: NAME },
  resume: { about: 'continue at the last position', operands: NAME },
} as const;

type WebhooksCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const WEBHOOKS = declareVerb({
  name: 'webhooks',
  group: 'repair',
  about: 'manage webhooks, and retry failed deliveries',
  actions: ACTIONS,
  options: OPTIONS,
  asksApi: true,
  printsTables: true,
  run: (call) => runWebhooks(call),
});

const COLUMNS: Columns<Schemas['Webhook']> = {
  WEBHOOK: 'name',
  STATUS: 'status',
  RECEIVER: 'receiver',
  BEHIND: ({ lagSeconds }) => `${lagSeconds} s`,
  WAITING: 'waitingCount',
  FAILING: 'failingCount',
  'LAST ERROR': 'lastError',
};

async function runWebhooks(call: WebhooksCall): Promise<true> {
  const { action, operands, options, openApi, printsJson } = call;
  const [name = ''] = operands;
  switch (action) {
    case 'list': {
      const list = await openApi().call('listWebhooks', []);
      if (printsJson) return printJson(list);
      return print(list.items.length === 0 ? 'No webhooks.' : rowsText(COLUMNS, list.items));
    }
    case 'show':
      return show(call, name);
    case 'retry':
    case 'skip':
      if ((options.instance === undefined) === (options.all === undefined))
        throw new WrongArguments(`${action} needs --instance or --all`);
      break;
  }
  const body = options.instance === undefined ? {} : { InstanceId: options.instance };
  const steered = await openApi().call(`${action}Webhook`, [name], body);
  if (printsJson) return printJson(steered);
  const isAboutInstances = action === 'retry' || action === 'skip';
  return print(isAboutInstances ? `instances: ${steered.instanceCount}` : visibleText(steered.status));
}

async function show({ options, openApi, printsJson }: WebhooksCall, name: string): Promise<true> {
  const api = openApi();
  const webhook = await api.call('readWebhook', [name]);
  const page = await api.call('listWebhookInstances', [name], queryOf({ pageSize: '100', page: options.page ?? '1' }));
  if (printsJson) return printJson({ ...webhook, instances: page });
  print(rowsText(COLUMNS, [webhook]));
  if (webhook.reason !== null) print(visibleText(webhook.reason));
  return page.totalCount === 0 || print(`\n${pageText(LISTS.webhookInstances.columns, page)}`);
}
