import { expect } from 'chai';
import type { Warning } from '../../../src/bpmn/parse-definitions.ts';
import { warningsOf } from './samples.ts';

/** A file and its warnings. */
export type Row = readonly [rule: string, when: string, xml: string, ...warnings: Omit<Warning, 'processKey'>[]];

/** A test for every row: exactly these warnings, in this order. */
export function itWarns(rows: readonly Row[]): void {
  for (const [rule, when, xml, ...warnings] of rows) {
    it(`warns (${rule}) when ${when}`, () => {
      expect(warningsOf(xml)).to.deep.equal(warnings.map((warning) => ({ ...warning, processKey: 'p' })));
    });
  }
}

export const ext = (inner: string): string => `<bpmn:extensionElements>${inner}</bpmn:extensionElements>`;

export const flow = (id: string, source: string, target: string, condition = ''): string =>
  `<bpmn:sequenceFlow id="${id}" sourceRef="${source}" targetRef="${target}">${condition && `<bpmn:conditionExpression>${condition}</bpmn:conditionExpression>`}</bpmn:sequenceFlow>`;
