import Editor from '@bpmn-io/feel-editor/dist/index.js';
import { faultsOf } from './faults.ts';

/** The editor of all FEEL fields, with findings of this engine. The build replaces the panel's own editor by it. */
export default class CheckedFeelEditor extends Editor {
  constructor(config: ConstructorParameters<typeof Editor>[0]) {
    const faults = config.dialect === 'unaryTests' ? [] : [faultsOf(() => ({ is: 'feel' }))];
    super({ ...config, extensions: [...(config.extensions ?? []), ...faults] });
  }
}
