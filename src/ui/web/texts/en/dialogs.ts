import { number, plural } from '../numbers.ts';

/** Dialogs and components that several pages load on demand. */
export const dialogs = {
  reason: 'Reason',
  optionalReason: 'Reason (optional)',
  batch: {
    retry: {
      verb: 'Retry',
      done: 'retried',
      subjects: (count: number) => plural(count, 'incident', 'incidents'),
      note: 'Runs the failed steps again with the current variables. Steps that fail again stay in this list.',
    },
    revive: {
      verb: 'Retry',
      done: 'retried',
      subjects: (count: number) => plural(count, 'failed instance', 'failed instances'),
      note: 'Runs only the failed steps of each instance again, with the current variables. If a calling instance or client already knows about the failure, a new instance continues instead.',
    },
    cancel: {
      verb: 'Cancel',
      done: 'cancelled',
      subjects: (count: number) => plural(count, 'instance', 'instances'),
      note: 'Ends all active elements of the instances, and cancels the instances they called. Nothing is compensated. You can retry a cancelled instance on its page.',
    },
    suspend: {
      verb: 'Suspend',
      done: 'suspended',
      subjects: (count: number) => plural(count, 'instance', 'instances'),
      note: 'The instances stop until you resume them. Messages, timers and results are queued.',
    },
    resume: {
      verb: 'Resume',
      done: 'resumed',
      subjects: (count: number) => plural(count, 'instance', 'instances'),
      note: 'The instances continue, starting with the queued messages, timers and results.',
    },
    delete: {
      verb: 'Delete',
      done: 'deleted',
      subjects: (count: number) => plural(count, 'instance', 'instances'),
      note: 'Deletes the instances and the instances they called, with their history. You cannot undo this. Running instances are skipped.',
    },
    migrate: {
      verb: 'Migrate',
      done: 'migrated',
      subjects: (count: number) => plural(count, 'instance', 'instances'),
      note: 'Each instance continues in the chosen version, where it is now. Instances that do not fit it stay in their version and are listed with the reason.',
    },
    changeFirst: {
      label: 'Change variables first',
      verb: 'Change and retry',
      note: 'Sets these variables in each instance before the retry, with the same values in all. The whole value of a variable is replaced; other variables do not change. You cannot undo this. Values are JSON; other text is stored as a string.',
      name: (n: number) => `Name of variable ${n}`,
      namePlaceholder: 'name',
      value: (n: number) => `Value of variable ${n}`,
      valuePlaceholder: '12.5, true, "text" or {"a": 1}',
      add: 'Add a variable',
      isNew: 'New variable: no instance has it.',
      isNewInRead: (read: number) => `New variable: none of the first ${number(read)} instances has it.`,
      inSome: (count: number, read: number) => `${number(count)} of ${number(read)} instances have it.`,
    },
    title: (verb: string, what: string, isAll: boolean) => `${verb}${isAll ? ' all' : ''}: ${what}`,
    titleOfChosen: (verb: string, count: number, subjects: string) => `${verb} ${number(count)} ${subjects}`,
    titleOfMatching: (verb: string, count: number | undefined, subjects: string) =>
      `${verb} all${count === undefined ? '' : ` ${number(count)}`} ${subjects} that match the filters`,
    act: (verb: string, count: number) => `${verb} ${number(count)}`,
    counting: 'Counting …',
    nothingLeft: (verb: string) => `Nothing to ${verb.toLowerCase()}. These items were handled in the meantime.`,
    willBe: (count: number, subjects: string, of: string, done: string) =>
      `${number(count)} ${subjects} of ${of} will be ${done}.`,
    unread: (message: string) => `Could not load the progress: ${message} The batch is still running.`,
    mayClose: 'You can close this window. The batch keeps running.',
    done: 'Done',
    succeeded: (count: number, done: string) => `${count} ${done}`,
    skipped: (count: number) => `${count} skipped`,
    failed: (count: number, done: string) => `${count} could not be ${done}`,
    progress: (count: number, total: number) => `${count} of ${total}: `,
    ended: 'Done: ',
    now: 'Now:',
    itemsNow: {
      completed: (count: number) => `${number(count)} completed`,
      running: (count: number) => `${number(count)} running`,
      waiting: (count: number) => `${number(count)} waiting`,
      cancelled: (count: number) => `${number(count)} cancelled`,
      failed: (count: number) => `${number(count)} failed again`,
    },
    more: (count: number) => `and ${count} more`,
  },
  deploy: {
    title: 'Deploy',
    done: 'Done',
    deployed: (key: string, version: number) => `Deployed '${key}' v${version}.`,
    notModel: 'Choose a file that ends in .bpmn or .xml.',
    wrongName: 'Choose a BPMN model (.bpmn, .xml), with its decisions, forms and scripts if it has any, or one decision (.dmn).',
    tooLarge: 'The files are larger than 10 MB.',
    zone: 'Drop files here',
    drop: 'Drop a BPMN or DMN file here, or choose one. Add forms, scripts and further models of the same process.',
    file: 'Files to deploy',
    choose: 'Choose files',
    chooseOther: 'Choose other files',
    errors: (count: number) => plural(count, '1 error', `${count} errors`),
    warnings: (count: number) => plural(count, '1 warning', `${count} warnings`),
    illegalBytes: (line: number, encoding: string) =>
      `Line ${line} has bytes that are not ${encoding}. Save the file in the encoding that it declares.`,
    encoding: (name: string) => `This browser does not support the encoding '${name}' of the file.`,
  },
  start: {
    title: (key: string, version: number) => `Start '${key}' v${version}`,
    start: 'Start',
    businessId: 'Business ID (optional)',
    /** `rule`: text of the API */
    businessIdRule: (rule: string) => rule,
    variables: 'Variables (JSON object, optional)',
    read: 'Read by the model',
    readHint: 'The model reads these variables next. Empty fields are not sent.',
    example: (value: string) => `For example ${value}`,
    started: (name: string, version: number) => `Started '${name}' v${version}.`,
    open: 'Open the instance',
  },
  diagram: {
    notes: (count: number) => plural(count, '1 note on this model', `${count} notes on this model`),
    notesOf: 'Notes on this model',
    line: (line: number) => `Line ${line}: `,
    show: 'Show',
    showOf: (id: string) => `Show ${id}`,
    diagram: 'Diagram',
    ofProcess: 'Diagram of the process',
    drawnWith: 'Drawn with bpmn.io',
    missing: 'The diagram could not be loaded.',
    tryAgain: 'Try again',
    none: 'This model has no diagram.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    full: 'Full screen',
    leaveFull: 'Leave full screen',
    fit: 'Fit to the window',
  },
  notes: {
    /** `tag`: in BPMN XML */
    element: (tag: string, id: string | null, name: string | undefined) => {
      const kind = tag.replaceAll(/(?=[A-Z][a-z])/g, ' ').toLowerCase();
      const words = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}`;
      if (id === null) return `${words} without id${name ? ` '${name}'` : ''}`;
      return name ? `${words} '${name}' (${id})` : `${words} '${id}'`;
    },
    notDrawn: (element: string) => `${element} is not drawn: it has no shape in this diagram.`,
    wasPlaced: (element: string) => `${element} had no shape in the diagram. It was given one.`,
    unread: (tag: string, reason: string) => `${tag || 'A text'} could not be read and is omitted: ${reason}.`,
    model: 'The model',
    unresolved: (subject: string, member: string, value: string) =>
      `${subject}: '${member}' names '${value}', which is not in the model.`,
  },
};
