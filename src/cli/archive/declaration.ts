import { type Call, declareVerb, one } from '../declaration.ts';

const OPTIONS = {
  'business-id': { value: '<id>', about: 'business id of the instances', of: ['find', 'erase'] },
  'workers-stopped': { about: 'no worker is running: do not check the database', of: ['erase'] },
} as const;

const FOLDER = { ...one('<folder> --business-id <id>', 'a folder and --business-id'), completes: 'folder' } as const;
const ACTIONS = {
  show: {
    about: 'list the deleted instances in a file, or print one with its history',
    operands: { form: '<file> [<instance id>]', is: 'a file, and the id of an instance', least: 1, most: 2, completes: 'file' },
  },
  find: { about: 'list the files with instances of a business id', operands: FOLDER },
  erase: {
    about: 'rewrite these files without the instances; needs DATABASE_URL to stop workers from writing to the files',
    operands: FOLDER,
  },
} as const;

export type ArchiveCall = Call<typeof OPTIONS, keyof typeof ACTIONS>;

export const ARCHIVE = declareVerb({
  name: 'archive',
  group: 'data',
  about: 'read archive files, and erase instances from them',
  actions: ACTIONS,
  options: OPTIONS,
  printsJson: true,
  notes: 'Exit code 1: a file cannot be read, or the instance does not exist.\n',
  run: async (call) => (await import('./archive.ts')).runArchive(call),
});
