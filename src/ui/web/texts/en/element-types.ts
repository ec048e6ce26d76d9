/** Names that are not just separate words. */
const NAMES: Readonly<Record<string, string>> = {
  subProcess: 'Sub-process',
  eventSubProcess: 'Event sub-process',
  adHocSubProcess: 'Ad-hoc sub-process',
  eventBasedGateway: 'Event-based gateway',
  multiInstance: 'Multi-instance loop',
};

/** `ScriptTask` and `scriptTask` become `Script task`. */
export const elementTypes = {
  typeOf: (tag: string): string => {
    const type = tag.slice(0, 1).toLowerCase() + tag.slice(1);
    if (Object.hasOwn(NAMES, type)) return NAMES[type] ?? tag;
    const words = type.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return words.slice(0, 1).toUpperCase() + words.slice(1);
  },
};
