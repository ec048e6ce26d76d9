/** Namespaces of GUIDs without an instance; part of the stored format, never change them. */

/** Instances and commands of timer starts. */
export const TIMER_START_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c93';
/** Names and times of start events at registration. */
export const REGISTRATION_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c92';
/** Conditions of start events. */
export const START_CONDITION_NAMESPACE = '5f0c8a52-7d0e-4c43-9b5e-2a6f1d8e7c91';
