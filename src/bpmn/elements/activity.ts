import type { LoopModel, MappingsModel } from '../../engine/model.ts';
import { MULTI_INSTANCE_EXTENSIONS, readMultiInstance, readStandardLoop } from '../data/loop-markers.ts';
import { MAPPING_EXTENSIONS, mappingsMember, type ReadableMappings } from '../dialects/io-mappings.ts';
import type { NodeDraft } from '../draft.ts';
import { attributeOf, childNamed } from '../xml/xml-element.ts';
import { type CommonModel, commonOf, type ReadContext } from './element-reader.ts';

/** Model properties of every activity (docs/contributing/spec/elements.md#what-every-activity-has). */
export interface CommonActivityModel extends CommonModel {
  readonly loop?: LoopModel;
  readonly startQuantity?: number;
  readonly completionQuantity?: number;
  readonly isForCompensation?: true;
  readonly compensationHandler?: string;
  readonly mappings?: MappingsModel;
}

/** Names of every activity and `own`, in lower case. */
export function activityWords(...own: readonly string[]): ReadonlySet<string> {
  return new Set([...MAPPING_EXTENSIONS, ...MULTI_INSTANCE_EXTENSIONS, ...own]);
}

const EVERYWHERE: ReadableMappings = { inputs: true, outputs: true, ext: true };

/** Reads loop, quantities, compensation and mappings. */
export function activityOf(node: NodeDraft, context: ReadContext, mapped: ReadableMappings = EVERYWHERE): CommonActivityModel {
  const loop = loopOf(node, context);
  const startQuantity = quantityOf(node, 'startQuantity');
  const completionQuantity = quantityOf(node, 'completionQuantity');
  const handler = node.compensation?.handlers?.[0];
  return {
    ...commonOf(node),
    ...(loop === undefined ? {} : { loop }),
    ...(startQuantity === 1 ? {} : { startQuantity }),
    ...(completionQuantity === 1 ? {} : { completionQuantity }),
    ...(node.isHandler ? { isForCompensation: true } : {}),
    ...(handler === undefined ? {} : { compensationHandler: handler.id }),
    ...mappingsMember(node.xml, mapped, context),
  };
}

function loopOf(node: NodeDraft, context: ReadContext): LoopModel | undefined {
  const multiInstance = childNamed(node.xml, 'multiInstanceLoopCharacteristics');
  if (multiInstance !== undefined) return readMultiInstance(node, multiInstance, context);
  const standard = childNamed(node.xml, 'standardLoopCharacteristics');
  return standard === undefined ? undefined : readStandardLoop(node, standard, context);
}

/** A validation rule reports invalid ones. */
function quantityOf(node: NodeDraft, attribute: string): number {
  return Number(attributeOf(node.xml, attribute) ?? 1);
}
