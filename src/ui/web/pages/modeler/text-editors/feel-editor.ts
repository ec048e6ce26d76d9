import Editor from '@bpmn-io/feel-editor/dist/index.js';
import { faultsOf } from './faults.ts';

/** The editor of all fields with FEEL, with what this engine says of a text. The build puts it in the place of the panel's own. */
export default class CheckedFeelEditor extends Editor {
  constructor(config: ConstructorParameters<typeof Editor>[0]) {
    const faults = config.dialect === 'unaryTests' ? [] : [faultsOf(() => ({ is: 'feel' }))];
    super({ ...config, extensions: [...(config.extensions ?? []), ...faults] });
  }
}
