/** Other inputs, for example radio buttons, do not use letters. */
const FIELDS =
  'textarea, select, [contenteditable], input:not([type="radio"], [type="checkbox"], [type="range"], [type="button"], [type="submit"], [type="reset"], [type="file"])';

/** Whether the control with the focus uses typed letters itself, so that they are not shortcuts. */
export function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}
