import { visibleText } from '../../platform/log-text.ts';
import { WrongArguments } from '../arguments.ts';
import { print, printJson } from '../output/terminal.ts';
import { tableText } from '../output/text-table.ts';
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

interface Webhook {
  readonly name: string;
  readonly status: string;
  readonly receiver: string | null;
  readonly lagSeconds: number;
  readonly waitingCount: number;
  readonly failingCount: number;
  readonly lastError: string | null;
  readonly reason: string | null;
}
interface RefusedInstance {
  readonly workflowInstanceId: string;
  readonly processDefinitionKey: string;
  readonly status: string;
  readonly attempts: number;
  readonly nextType: string | null;
  readonly nextAttemptAt: string;
  readonly lastError: string | null;
}
interface Page {
  readonly items: readonly RefusedInstance[];
  readonly totalCount: number;
}
interface Steered {
  readonly status: string;
  readonly instanceCount: number;
}

const HEADINGS = ['WEBHOOK', 'STATUS', 'RECEIVER', 'BEHIND', 'WAITING', 'FAILING', 'LAST ERROR'];

/** `sluice webhooks`: shows and steers webhooks over the API. */
async function runWebhooks(call: WebhooksCall): Promise<true> {
  const { action, operands, options, openApi, printsJson } = call;
  const path = `/Webhooks/${encodeURIComponent(operands[0] ?? '')}`;
  switch (action) {
    case 'list': {
      const list = await openApi().get<{ readonly items: readonly Webhook[] }>('/Webhooks');
      if (printsJson) return printJson(list);
      return print(list.items.length === 0 ? 'No webhooks.' : tableText(HEADINGS, list.items.map(rowOf)));
    }
    case 'show':
      return show(call, path);
    case 'retry':
    case 'skip':
      if ((options.instance === undefined) === (options.all === undefined))
        throw new WrongArguments(`${action} needs --instance or --all`);
      break;
  }
  const body = options.instance === undefined ? {} : { InstanceId: options.instance };
  const steered = await openApi().post<Steered>(`${path}/${action}`, body);
  if (printsJson) return printJson(steered);
  const isAboutInstances = action === 'retry' || action === 'skip';
  return print(isAboutInstances ? `instances: ${steered.instanceCount}` : visibleText(steered.status));
}

async function show({ options, openApi, printsJson }: WebhooksCall, path: string): Promise<true> {
  const api = openApi();
  const webhook = await api.get<Webhook>(path);
  const query = new URLSearchParams({ pageSize: '100', page: options.page ?? '1' });
  const page = await api.get<Page>(`${path}/instances?${query}`);
  if (printsJson) return printJson({ ...webhook, instances: page });
  print(tableText(HEADINGS, [rowOf(webhook)]));
  if (webhook.reason !== null) print(visibleText(webhook.reason));
  if (page.totalCount === 0) return true;
  const rows = page.items.map((instance) => [
    instance.workflowInstanceId,
    instance.processDefinitionKey,
    instance.status,
    String(instance.attempts),
    instance.nextType ?? '-',
    instance.nextAttemptAt,
    instance.lastError ?? '-',
  ]);
  print(`\n${tableText(['INSTANCE', 'PROCESS', 'STATUS', 'ATTEMPTS', 'NEXT EVENT', 'NEXT ATTEMPT AT', 'LAST ERROR'], rows)}`);
  return page.totalCount > page.items.length ? print(`${page.totalCount} in all`) : true;
}

function rowOf({ name, status, receiver, lagSeconds, waitingCount, failingCount, lastError }: Webhook): readonly string[] {
  return [name, status, receiver ?? '-', `${lagSeconds} s`, String(waitingCount), String(failingCount), lastError ?? '-'];
}
