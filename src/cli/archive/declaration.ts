import { type Call, declareVerb, one } from '../declaration.ts';

const OPTIONS = {
  'business-id': { value: '<id>', about: 'of the instances', of: ['find', 'erase'] },
  'workers-stopped': { about: 'there is no worker: the database is not asked', of: ['erase'] },
} as const;

const FOLDER = { ...one('<folder> --business-id <id>', 'a folder and --business-id'), completes: 'folder' } as const;
const ACTIONS = {
  show: {
    about: 'lists the deleted instances in a file, or prints one with its history',
    operands: { form: '<file> [<instance id>]', is: 'a file, and the id of an instance', least: 1, most: 2, completes: 'file' },
  },
  find: { about: 'names the files that have instances with a business id', operands: FOLDER },
  erase: {
    about: 'writes these files anew without them; reads DATABASE_URL, so that no worker writes to them meanwhile',
    operands: FOLDER,
  },
} as const;

export type ArchiveCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const ARCHIVE = declareVerb({
  name: 'archive',
  group: 'data',
  about: 'reads files of deleted instances, and takes some out of them',
  actions: ACTIONS,
  options: OPTIONS,
  printsJson: true,
  notes: 'Ends with 1 when a file cannot be read or there is no such instance.\n',
  run: async (call) => (await import('./archive.ts')).runArchive(call),
});
