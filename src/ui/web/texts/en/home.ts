import { number } from '../numbers.ts';

export const home = {
  title: 'Home',
  failed: (message: string) => `Failed to load the home page: ${message}`,
  tasks: {
    mine: 'My tasks',
    open: 'Open tasks',
    none: 'No open tasks.',
    noneForYou: 'No tasks for you.',
    failed: (message: string) => `Failed to load tasks: ${message}`,
    overdue: 'Overdue',
    due: 'due',
    all: (count: number) => `All ${number(count)} tasks`,
    page: 'Tasks',
  },
  steps: {
    title: 'First steps',
    done: 'Done',
    deploy: (key: string) => `1. Deploy a process: ${key}`,
    deployNote: 'A process is a BPMN model. Each deployment creates a version.',
    deployAction: (key: string) => `Deploy ${key}`,
    start: '2. Start an instance',
    startNote: 'An instance is one run of the process, with its own variables.',
    startAction: (key: string) => `Start ${key}`,
    look: '3. Open the instance',
    lookNote: 'The page shows where the instance is, why it waits, and its variables.',
    lookAction: 'Open the instance',
    draw: 'Draw your own process in the modeler',
  },
};
