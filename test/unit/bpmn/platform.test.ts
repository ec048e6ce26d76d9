import { expect } from 'chai';
import { diagnosticOf, parseDefinitions } from '../../../src/bpmn/parse-definitions.ts';
import { READING_OF_BINDINGS } from '../../../src/bpmn/reading.ts';
import { branchVariablesIn, type ProcessModel } from '../../../src/engine/model.ts';

const BPMN = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL"';
const URIS = {
  camunda: 'http://camunda.org/schema/1.0/bpmn',
  operaton: 'http://operaton.org/schema/1.0/bpmn',
  zeebe: 'http://camunda.org/schema/zeebe/1.0',
  flowable: 'http://flowable.org/bpmn',
  activiti: 'http://activiti.org/bpmn',
  fleans: 'https://fleans.io/schema/bpmn/1.0',
  modeler: 'http://camunda.org/schema/modeler/1.0',
};
const declaring = (...prefixes: readonly (keyof typeof URIS)[]) =>
  prefixes.map((prefix) => `xmlns:${prefix}="${URIS[prefix]}"`).join(' ');
const namedBy = (platform: string) => `${declaring('modeler')} modeler:executionPlatform="${platform}"`;

function parse(onDefinitions: string, onProcess = '') {
  return parseDefinitions(
    `<definitions ${BPMN} ${onDefinitions}><process id="p" ${onProcess}><startEvent id="s"/></process></definitions>`,
  );
}

function modelOf(onDefinitions: string, onProcess = ''): ProcessModel {
  const parsed = parse(onDefinitions, onProcess);
  if (!parsed.ok) throw new Error(diagnosticOf(parsed.findings[0]!));
  return parsed.processes[0]!.model;
}

describe('the platform of a file (docs/contributing/spec/variables.md#platform-of-a-file)', () => {
  const cases: readonly [what: string, onDefinitions: string, expected: string | undefined][] = [
    ['nothing', '', undefined],
    ['camunda', declaring('camunda'), 'Camunda 7'],
    ['operaton', declaring('operaton'), 'Camunda 7'],
    ['zeebe beside camunda', declaring('camunda', 'zeebe'), 'Camunda 8'],
    ['flowable', declaring('flowable'), 'Flowable'],
    ['activiti beside camunda', declaring('camunda', 'activiti'), 'Flowable'],
    ['fleans beside camunda', declaring('fleans', 'camunda'), undefined],
    ['another prefix for camunda', `xmlns:c="${URIS.camunda}"`, 'Camunda 7'],
    ['the modeler alone', declaring('modeler'), undefined],
    ['Camunda Platform', namedBy('Camunda Platform'), 'Camunda 7'],
    ['Camunda Cloud', namedBy('Camunda Cloud'), 'Camunda 8'],
    ['Operaton', namedBy('Operaton'), 'Camunda 7'],
    ['Flowable by name', namedBy('Flowable'), 'Flowable'],
    ['a platform that nobody knows, beside camunda', `${namedBy('jBPM')} ${declaring('camunda')}`, undefined],
    ['Camunda Platform beside fleans', `${namedBy('Camunda Platform')} ${declaring('fleans')}`, 'Camunda 7'],
  ];
  for (const [what, onDefinitions, expected] of cases) {
    it(`is ${expected ?? 'none'} when the file declares ${what}`, () => {
      expect(modelOf(onDefinitions).platform).to.equal(expected);
    });
  }

  it('is that of the words it uses when it declares several', () => {
    const using = (prefix: string, reading?: number) => {
      const xml = `<definitions ${BPMN} ${declaring('camunda', 'zeebe', 'flowable')}><process id="p" ${prefix}:x="1"><startEvent id="s"/></process></definitions>`;
      const parsed = parseDefinitions(xml, reading === undefined ? {} : { isStored: true, reading });
      return parsed.ok && parsed.processes[0]?.model.platform;
    };
    expect(['camunda', 'zeebe', 'flowable'].map((prefix) => using(prefix))).to.deep.equal(['Camunda 7', 'Camunda 8', 'Flowable']);
    expect(using('camunda', READING_OF_BINDINGS)).to.equal('Camunda 8');
  });

  it('is absent when only an inner element declares a dialect', () => {
    expect(modelOf('', declaring('camunda')).platform).to.equal(undefined);
  });
});

describe('the mode of parallel paths (docs/contributing/spec/variables.md#branch-variables-mode)', () => {
  const cases: readonly [string, string, 'auto' | 'isolated' | 'shared', string][] = [
    ['', '', 'auto', 'isolated'],
    [declaring('camunda'), '', 'auto', 'shared'],
    [declaring('camunda'), '', 'isolated', 'isolated'],
    ['', '', 'shared', 'shared'],
    [declaring('fleans'), 'fleans:branchVariables="shared"', 'isolated', 'shared'],
    [declaring('camunda'), 'camunda:BranchVariables="isolated"', 'auto', 'isolated'],
    [declaring('camunda'), 'branchVariables=" isolated "', 'shared', 'isolated'],
  ];
  for (const [onDefinitions, onProcess, setting, expected] of cases) {
    const about = [onProcess, onDefinitions, setting].filter((part) => part !== '').join(', ');
    it(`is ${expected} with ${about}`, () => {
      expect(branchVariablesIn(modelOf(onDefinitions, onProcess), setting)).to.equal(expected);
    });
  }

  it('is refused when the attribute specifies something else', () => {
    const parsed = parse(declaring('fleans'), 'fleans:branchVariables="both"');
    expect(parsed.ok ? [] : parsed.findings.map(diagnosticOf)).to.deep.equal([
      "process 'p': attribute branchVariables: 'both' is neither isolated nor shared (line 1, column 115)",
    ]);
  });

  it('warns of nothing when the attribute is on a process', () => {
    const parsed = parse(declaring('fleans'), 'fleans:branchVariables="shared"');
    expect(parsed.ok && parsed.warnings).to.deep.equal([]);
  });
});
