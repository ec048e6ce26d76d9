import { asking, quoted, refusalOf } from '../answers.ts';
import { type ApiCaller, jsonOf, listOf, memberOf } from '../api-caller.ts';
import {
  type Arguments,
  argumentsOf,
  filterTerm,
  numberOf,
  page,
  processKey,
  READS,
  type Tool,
  type ToolAnswer,
  textOf,
  version,
} from '../tool.ts';
import { pageText } from './instances.ts';

const PAGE_SIZE = '25';
/** Characters of a model in one answer. */
const PART = 24_000;

const listDefinitions: Tool = {
  name: 'list_definitions',
  title: 'List processes',
  description: 'Lists deployed processes with all their versions, the latest of each first.',
  input: argumentsOf({ processKey, page }),
  effect: READS,
  run: (given, api) => {
    const filters = filterTerm('ProcessDefinitionKey', '==', textOf(given, 'processKey'));
    const query = { page: numberOf(given, 'page'), pageSize: PAGE_SIZE, filters: filters[0] };
    return asking(api, { method: 'GET', path: '/Definitions', query }, (found) => ({
      summary: pageText(found, 'version'),
      data: found,
    }));
  },
};

const getModel: Tool = {
  name: 'get_model',
  title: 'Show a model',
  description:
    'Shows the BPMN file of a version as it was deployed: its elements, names, documentation and conditions. Long files come in parts.',
  input: argumentsOf(
    {
      processKey,
      version,
      offset: { type: 'integer', minimum: 0, maximum: 100_000_000, description: 'Where to begin, in characters; left out: 0.' },
    },
    ['processKey'],
  ),
  effect: READS,
  run: showModel,
};

export const definitionTools: readonly Tool[] = [listDefinitions, getModel];

async function showModel(given: Arguments, api: ApiCaller): Promise<ToolAnswer> {
  const key = textOf(given, 'processKey') ?? '';
  const found = await versionOf(given, key, api);
  if (typeof found === 'object') return found;
  const reply = await api({ method: 'GET', path: `/Definitions/${encodeURIComponent(key)}/${found}/xml` });
  if (reply.status !== 200) return refusalOf(reply);
  const offset = Number(numberOf(given, 'offset') ?? 0);
  const part = reply.text.slice(offset, offset + PART);
  const end = offset + part.length;
  const more = end < reply.text.length ? ` Ask for the rest with offset ${end}.` : '';
  return {
    summary: `Characters ${offset} to ${end} of ${reply.text.length} of version ${found} of process ${quoted(key)}.${more}`,
    data: { processKey: key, version: Number(found), offset, totalCharacters: reply.text.length, bpmnXml: part },
  };
}

/** Default: the latest. Error answer: the process has none, or the API fails. */
async function versionOf(given: Arguments, key: string, api: ApiCaller): Promise<string | ToolAnswer> {
  const asked = numberOf(given, 'version');
  if (asked !== undefined) return asked;
  const filters = filterTerm('ProcessDefinitionKey', '==', key)[0];
  const reply = await api({ method: 'GET', path: '/Definitions', query: { filters, sorts: '-Version', pageSize: '1' } });
  if (reply.status !== 200) return refusalOf(reply);
  const [latest] = listOf(jsonOf(reply), 'items');
  if (latest === undefined) return { isError: true, summary: `No process ${quoted(key)} is deployed, or you may not see it.` };
  return String(memberOf(latest, 'version'));
}
