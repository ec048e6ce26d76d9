import { readOptions } from '../read-options.ts';
import { WrongArguments } from '../wrong-arguments.ts';

const OPTIONS = {
  'business-id': { type: 'string' },
  'workers-stopped': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** What a person wants with files of the archive. */
export type ArchiveRequest = { readonly isJson: boolean } & (
  | { readonly kind: 'list'; readonly file: string }
  | { readonly kind: 'show'; readonly file: string; readonly instanceId: string }
  | { readonly kind: 'find'; readonly folder: string; readonly businessId: string }
  | { readonly kind: 'erase'; readonly folder: string; readonly businessId: string; readonly areWorkersStopped: boolean }
);

export const ARCHIVE_USAGE = `Usage: sluice archive show <file> [<instance id>]
       sluice archive find <folder> --business-id <id>
       sluice archive erase <folder> --business-id <id> [--workers-stopped]

show   lists the deleted instances in a file, or prints one with its history
find   names the files that have instances with a business id
erase  writes these files anew without them; reads DATABASE_URL, so that no worker writes to them meanwhile
  --workers-stopped      there is none: the database is not asked
  --json                 for programs

Ends with 0 when it is done, with 1 when a file cannot be read or there is no such instance, with 2 on wrong arguments.
`;

/** Reads the arguments behind the verb. Throws {@link WrongArguments}. */
export function readArchiveArguments(args: readonly string[]): ArchiveRequest {
  const { values, positionals } = readOptions(args, { options: OPTIONS, allowPositionals: true });
  const [kind, place, instanceId, ...more] = positionals;
  const { 'business-id': businessId, 'workers-stopped': stopped, json } = values;
  const isJson = json === true;
  if (kind !== 'show' && kind !== 'find' && kind !== 'erase') throw new WrongArguments(`unknown action '${kind ?? ''}'`);
  if (stopped === true && kind !== 'erase') throw new WrongArguments('--workers-stopped is for erase');
  if (kind === 'show') {
    if (place === undefined || more.length > 0) throw new WrongArguments('show takes a file, and the id of an instance');
    if (businessId !== undefined) throw new WrongArguments('--business-id is for find and erase');
    return instanceId === undefined ? { kind: 'list', file: place, isJson } : { kind, file: place, instanceId, isJson };
  }
  if (place === undefined || instanceId !== undefined || businessId === undefined)
    throw new WrongArguments(`${kind} takes a folder and --business-id`);
  if (kind === 'find') return { kind, folder: place, businessId, isJson };
  return { kind, folder: place, businessId, areWorkersStopped: stopped === true, isJson };
}
