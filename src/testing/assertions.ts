import { AssertionError } from 'node:assert';
import { isSameJson, type Json } from '../engine/values.ts';
import type { ExpectedDecision, Instance, Values } from './api.ts';
import { decided } from './decisions.ts';
import { namesOf } from './refusals.ts';

export interface Asserted extends Instance {
  /** end of all error messages */
  readonly situation: string;
  /** Throws if not in the model. */
  knownElement(element: string): void;
}

export function passed(instance: Asserted, elements: readonly string[]): void {
  for (const element of elements) instance.knownElement(element);
  const missing = elements.filter((element) => !instance.path.includes(element));
  if (missing.length > 0)
    fail(instance, `has not passed ${namesOf(missing)}; path: ${pathText(instance)}`, [...instance.path], [...elements], passed);
}

export function passedInOrder(instance: Asserted, elements: readonly string[]): void {
  for (const element of elements) instance.knownElement(element);
  let from = 0;
  for (const [at, element] of elements.entries()) {
    const found = instance.path.indexOf(element, from);
    if (found < 0) {
      const before = elements[at - 1];
      const behind = before === undefined ? '' : ` after '${before}'`;
      fail(
        instance,
        `has not passed '${element}'${behind}; path: ${pathText(instance)}`,
        [...instance.path],
        [...elements],
        passedInOrder,
      );
    }
    from = found + 1;
  }
}

export function notPassed(instance: Asserted, elements: readonly string[]): void {
  for (const element of elements) instance.knownElement(element);
  const found = elements.filter((element) => instance.path.includes(element));
  if (found.length > 0)
    fail(instance, `has passed ${namesOf(found)}; path: ${pathText(instance)}`, [...instance.path], [], notPassed);
}

/** The last one with this id or name. */
export function decision(instance: Asserted, id: string, expected: ExpectedDecision): void {
  decided(`instance of '${instance.key}'`, instance.decisions, id, expected);
}

export function passedTimes(instance: Asserted, element: string, times: number): void {
  instance.knownElement(element);
  const count = instance.path.filter((one) => one === element).length;
  if (count !== times)
    fail(
      instance,
      `has passed '${element}' ${count} times, not ${times}; path: ${pathText(instance)}`,
      count,
      times,
      passedTimes,
    );
}

export function waitsAt(instance: Asserted, elements: readonly string[]): void {
  for (const element of elements) instance.knownElement(element);
  const open = openElements(instance);
  const missing = elements.filter((element) => !open.includes(element));
  if (missing.length > 0)
    fail(instance, `does not wait at ${namesOf(missing)}; ${instance.situation}`, open, [...elements], waitsAt);
}

/** Elements that only wait for others (sub-processes, joins) may be left out. */
export function waitsExactlyAt(instance: Asserted, elements: readonly string[]): void {
  waitsAt(instance, elements);
  const others = instance.waits
    .filter(({ element, kind }) => !HOLDING.has(kind) && !elements.includes(element))
    .map(({ element }) => element);
  if (others.length > 0)
    fail(
      instance,
      `waits at ${namesOf(others)} too; ${instance.situation}`,
      openElements(instance),
      [...elements],
      waitsExactlyAt,
    );
}

const HOLDING: ReadonlySet<string> = new Set(['Body', 'Loop', 'EventSubProcess', 'Join']);

/** Asserts root variables. */
export function variables(instance: Asserted, expected: Values): void {
  compare(instance, instance.variables, expected, variables);
}

/** Asserts variables that an active element can read. */
export function variablesAt(instance: Asserted, element: string, expected: Values): void {
  compare(instance, instance.variablesAt(element), expected, variablesAt);
}

function compare(instance: Asserted, actual: Values, expected: Values, assertion: (...given: never[]) => void): void {
  const wrong = Object.keys(expected).filter((name) => !isSame(actual, expected, name));
  if (wrong.length === 0) return;
  const texts = wrong.map((name) =>
    Object.hasOwn(actual, name)
      ? `'${name}' is ${shown(actual[name])}, not ${shown(expected[name])}`
      : `'${name}' is not there; there is ${namesOf(Object.keys(actual))}`,
  );
  const found = Object.fromEntries(wrong.filter((name) => Object.hasOwn(actual, name)).map((name) => [name, actual[name]]));
  const wanted = Object.fromEntries(wrong.map((name) => [name, expected[name]]));
  fail(instance, `has other variables: ${texts.join('; ')}`, found, wanted, assertion);
}

/** No root variable has one of the names. */
export function noVariables(instance: Asserted, names: readonly string[]): void {
  const found = names.filter((name) => Object.hasOwn(instance.variables, name));
  if (found.length > 0) fail(instance, `has the variables ${namesOf(found)}`, found, [], noVariables);
}

export function status(instance: Asserted, expected: Instance['status']): void {
  if (instance.status !== expected)
    fail(instance, `is not ${expected}: ${instance.situation}`, instance.status, expected, status);
}

export function failed(instance: Asserted, code: string | undefined): void {
  status(instance, 'failed');
  const { failure } = instance;
  if (code !== undefined && failure?.code !== code)
    fail(instance, `has failed with code '${failure?.code}', not '${code}': ${failure?.message}`, failure?.code, code, failed);
}

export function incident(instance: Asserted, element: string, code: string | undefined): void {
  instance.knownElement(element);
  const { incidents } = instance;
  const found = incidents.filter((one) => one.element === element);
  if (found.length === 0)
    fail(
      instance,
      `has no incident at '${element}'; open: ${namesOf(incidents.map((one) => one.element))}; ${instance.situation}`,
      incidents,
      element,
      incident,
    );
  if (code !== undefined && !found.some((one) => one.code === code))
    fail(
      instance,
      `has no incident with code '${code}' at '${element}', but ${namesOf(found.map((one) => one.code))}`,
      found,
      code,
      incident,
    );
}

export function noIncidents(instance: Asserted): void {
  const { incidents } = instance;
  if (incidents.length > 0)
    fail(
      instance,
      `has incidents: ${incidents.map(({ element, code, message }) => `'${element}' ${code}: ${message}`).join('; ')}`,
      incidents,
      [],
      noIncidents,
    );
}

function isSame(actual: Values, expected: Values, name: string): boolean {
  return Object.hasOwn(actual, name) && isSameJson(actual[name] as Json, expected[name] as Json);
}

function openElements({ waits }: Asserted): string[] {
  return [...new Set(waits.map(({ element }) => element))];
}

function pathText({ path }: Asserted): string {
  return path.length === 0 ? 'nothing yet' : path.join(' → ');
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

/** Test runners show the actual and the expected value with the message. */
function fail(
  instance: Asserted,
  text: string,
  actual: unknown,
  expected: unknown,
  assertion: (...given: never[]) => void,
): never {
  throw new AssertionError({
    message: `instance of '${instance.key}' ${text}`,
    actual,
    expected,
    operator: assertion.name,
    stackStartFn: assertion,
  });
}
