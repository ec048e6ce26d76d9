import { visibleText } from '../../platform/redact.ts';
import type { AnswerOf } from '../connection/api-client.ts';
import { print, printJson } from '../output/terminal.ts';
import { type Call, declareVerb, one } from '../verb-declaration.ts';

type WhyCall = Call<Record<never, never>>;

export const WHY = declareVerb({
  name: 'why',
  group: 'instances',
  about: 'show what an instance waits for, or how it ended',
  operands: one('<instance id>', 'the id of one instance', 'instance'),
  asksApi: true,
  printsTables: true,
  run: (call) => runWhy(call),
});

type Waiting = AnswerOf<'readWaiting'>;

/** Maximum page size. */
const PAGE_SIZE = '1000';

async function runWhy({ operands: [id = ''], printsJson, openApi }: WhyCall): Promise<true> {
  const waiting = await openApi().call('readWaiting', [id], new URLSearchParams({ pageSize: PAGE_SIZE }));
  return printsJson ? printJson(waiting) : print(textOf(waiting));
}

function textOf(waiting: Waiting): string {
  const { items, totalCount, businessId, processDefinitionKey, version, startedAt } = waiting;
  const named = businessId === null ? '' : `, business id '${visibleText(businessId)}'`;
  const head = `${waiting.instanceId}: ${visibleText(processDefinitionKey)} version ${version}${named}, started ${startedAt}`;
  const lines = items.map(({ text, since }) => `  ${visibleText(text)}${since === null ? '' : ` (since ${since})`}`);
  const more = totalCount > items.length ? [`  and ${totalCount - items.length} more`] : [];
  return [head, endText(waiting), ...lines, ...more].filter((line) => line !== '').join('\n');
}

function endText({ status, endedAt, failure, cancellationReason }: Waiting): string {
  if (status === 'Running') return '';
  const at = endedAt === null ? '' : ` at ${endedAt}`;
  if (failure !== null) {
    const where = failure.activityId === null ? '' : ` in '${visibleText(failure.activityId)}'`;
    return `Failed${at}${where} with code ${visibleText(failure.code)}: ${visibleText(failure.message)}`;
  }
  return `${status}${at}${cancellationReason === null ? '' : `: ${visibleText(cancellationReason)}`}`;
}
