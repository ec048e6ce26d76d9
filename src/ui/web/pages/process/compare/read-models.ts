import { BpmnModdle } from 'bpmn-moddle';
import { allowAnyName } from '../../../components/diagram/any-name.ts';
import { describeModel } from './describe-model.ts';
import { differencesOf, type ElementDifference } from './differences.ts';
import type { ModelNode } from './model-node.ts';

/** Rejects if a text cannot be read. */
export async function compareTexts(before: string, after: string): Promise<readonly ElementDifference[]> {
  const [was, is] = await Promise.all([read(before), read(after)]);
  return differencesOf(describeModel(was), describeModel(is));
}

async function read(xml: string): Promise<ModelNode> {
  const moddle = new BpmnModdle();
  allowAnyName(moddle);
  const { rootElement } = await moddle.fromXML(xml, 'bpmn:Definitions');
  return rootElement as ModelNode;
}
