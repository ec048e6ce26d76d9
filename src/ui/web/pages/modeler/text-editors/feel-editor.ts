import Editor from '@bpmn-io/feel-editor/dist/index.js';
import { faultsOf } from './faults.ts';

/** All FEEL fields show findings of this engine. The build replaces the panel's editor by this one. */
export default class CheckedFeelEditor extends Editor {
  constructor(config: ConstructorParameters<typeof Editor>[0]) {
    const faults = config.dialect === 'unaryTests' ? [] : [faultsOf(() => ({ is: 'feel' }))];
    super({ ...config, extensions: [...(config.extensions ?? []), ...faults] });
  }
}
