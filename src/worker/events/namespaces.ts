/** Namespaces of GUIDs that are drawn where there is no instance yet; part of the stored format, never change them. */

/** Of what a timer start does: ids of instances and commands. */
export const TIMER_START_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c93';
/** Of GUIDs that the name or time of a start event draws when it is registered. */
export const REGISTRATION_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c92';
/** Of GUIDs that the condition of a start event draws. */
export const START_CONDITION_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c91';
