/**
 * Source of a function that prepares the interpreter. Parameters: input as JSON, and a function that loads a large variable on first read. Defines the
 * globals and returns `collect(value)` and `describe(error)`, which return JSON. Keeps references to built-in objects: a script that changes them
 * affects only its own results (docs/contributing/spec/expressions.md#javascript).
 */
export const PRELUDE = `(function (inputText, load) {
  'use strict';
  const { parse, stringify } = JSON;
  const { create, defineProperty, keys, freeze, hasOwn } = Object;
  const { construct, defineProperty: tryDefineProperty } = Reflect;
  // a variable may have the name of a built-in object, and hides it from here on
  const { Proxy, Math, Number, String, Error, TypeError } = globalThis;
  const RealDate = Date;
  const global = globalThis;
  const input = parse(inputText);
  const isForbidden = (name) => name === '__proto__' || name === 'constructor' || name === 'prototype';
  const values = create(null);
  // large ones that nothing has read yet
  const unread = create(null);
  const texts = create(null);
  const assigned = create(null);
  // values of names that the script has assigned and that do not become variables
  const own = create(null);
  const sets = create(null);
  // names in assigned that setVariableLocal has written
  const locals = create(null);

  const toText = (value) => {
    const text = stringify(value, (key, item) => {
      const type = typeof item;
      if (type === 'bigint') return Number(item);
      return type === 'function' || type === 'undefined' || type === 'symbol' ? null : item;
    });
    return text === undefined ? 'null' : text;
  };
  const checkName = (name) => {
    if (typeof name !== 'string' || name === '' || isForbidden(name)) throw new TypeError("variable name '" + String(name) + "' is not allowed");
  };
  const has = (name) => typeof name === 'string' && !isForbidden(name) && hasOwn(values, name);
  const read = (name) => {
    if (!has(name)) return null;
    if (hasOwn(unread, name)) {
      values[name] = parse(load(name));
      delete unread[name];
    }
    const value = values[name];
    if (typeof value === 'object' && value !== null && !hasOwn(texts, name)) texts[name] = toText(value);
    return value;
  };
  const expose = (name) => {
    if (name === 'execution' || name === '_context' || name === 'globalThis' || name === 'undefined' || name === 'NaN' || name === 'Infinity') return;
    // a name the script itself has declared stays its own: such a property cannot be replaced
    const assign = input.storesAssigned === false ? (value) => { own[name] = value; } : (value) => write(name, value);
    tryDefineProperty(global, name, { get: () => (hasOwn(own, name) ? own[name] : read(name)), set: assign, configurable: true, enumerable: true });
  };
  const write = (name, value) => {
    checkName(name);
    const isNew = !hasOwn(values, name);
    values[name] = value;
    delete unread[name];
    assigned[name] = true;
    delete locals[name];
    if (isNew) expose(name);
  };
  const set = (name, value) => {
    checkName(name);
    if (hasOwn(assigned, name)) return write(name, value);
    const text = toText(value);
    const isNew = !hasOwn(values, name);
    values[name] = parse(text);
    delete unread[name];
    texts[name] = text;
    sets[name] = text;
    if (isNew) expose(name);
  };
  // an outer scope has the name, and the inner one does not
  const isOuter = (name) => input.localNames !== undefined && hasOwn(input.variables, name) && !hasOwn(locals, name) && !hasOwn(inner, name);
  const remove = (name) => {
    if (has(name)) set(name, null);
  };

  const inner = create(null);
  for (const name of input.localNames ?? []) inner[name] = true;
  for (const name of input.large) unread[name] = true;
  for (const name of keys(input.variables)) {
    if (isForbidden(name)) continue;
    values[name] = input.variables[name];
    expose(name);
  }

  const context = new Proxy(create(null), {
    get: (target, name) => (typeof name === 'string' ? read(name) : undefined),
    set: (target, name, value) => { write(name, value); return true; },
    defineProperty: (target, name, descriptor) => { write(name, descriptor.value); return true; },
    deleteProperty: (target, name) => { remove(name); return true; },
    has: (target, name) => has(name),
    ownKeys: () => keys(values),
    getOwnPropertyDescriptor: (target, name) =>
      has(name) ? { value: read(name), writable: true, enumerable: true, configurable: true } : undefined,
    getPrototypeOf: () => null,
    setPrototypeOf: () => false,
    preventExtensions: () => false,
  });
  const execution = {
    getVariable: read,
    getVariableLocal: (name) => (isOuter(name) ? null : read(name)),
    hasVariable: has,
    hasVariableLocal: (name) => !isOuter(name) && has(name),
    setVariable: (name, value) => { set(name, value); },
    setVariableLocal: (name, value) => { write(name, value); locals[name] = true; },
    removeVariable: remove,
    getProcessInstanceId: () => input.instanceId,
    getId: () => input.instanceId,
    getBusinessKey: () => input.businessId,
    getProcessBusinessKey: () => input.businessId,
    getCurrentActivityId: () => input.activityId,
    getProcessInstance: () => execution,
    processInstanceId: input.instanceId,
    processBusinessKey: input.businessId,
    businessKey: input.businessId,
    currentActivityId: input.activityId,
  };
  freeze(execution);
  defineProperty(global, '_context', { value: context, configurable: false, enumerable: false, writable: false });
  defineProperty(global, 'execution', { value: execution, configurable: false, enumerable: false, writable: false });

  // printed output has no reader; a variable of such a name hides it
  const printed = () => {};
  const console = freeze({ log: printed, info: printed, warn: printed, error: printed, debug: printed, trace: printed });
  // the error of Camunda 7, Flowable and Activiti under its Java names
  const BpmnError = function (code, message) {
    return freeze({ name: 'BpmnError', code: String(code), message: message === undefined ? String(code) : String(message) });
  };
  const delegate = freeze({ delegate: freeze({ BpmnError }) });
  const bpm = freeze({ bpm: freeze({ engine: delegate }) });
  const engine = freeze({ engine: delegate });
  const org = freeze({ camunda: bpm, operaton: bpm, flowable: engine, activiti: engine });
  const Java = freeze({
    type: (name) => {
      if (String(name).endsWith('.engine.delegate.BpmnError')) return BpmnError;
      throw new TypeError("Java class '" + String(name) + "' does not exist");
    },
  });
  const ADDED = { org, Java, console, print: printed, println: printed, kcontext: execution, variableContainer: execution };
  for (const name of keys(ADDED)) {
    if (!has(name)) defineProperty(global, name, { value: ADDED[name], configurable: true, enumerable: false, writable: true });
  }

  const clock = () => input.now;
  const CommandDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) => construct(target, args.length === 0 ? [input.now] : args, newTarget === CommandDate ? target : newTarget),
    apply: () => new RealDate(input.now).toString(),
    get: (target, name) => (name === 'now' ? clock : target[name]),
  });
  defineProperty(RealDate.prototype, 'constructor', { value: CommandDate, configurable: true, writable: true });
  if (!hasOwn(values, 'Date')) defineProperty(global, 'Date', { value: CommandDate, configurable: true, writable: true });
  let seed = input.seed | 0;
  Math.random = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = seed;
    mixed ^= mixed >>> 15;
    mixed = (mixed * (mixed | 1)) | 0;
    mixed ^= mixed + ((mixed * (mixed | 61)) | 0);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  const builtIn = create(null);
  for (const name of keys(global)) builtIn[name] = true;
  // a script may have replaced the iterator of lists
  const eachOf = (names, take) => {
    for (let at = 0; at < names.length; at += 1) take(names[at]);
  };
  const collect = (value) => {
    if (input.storesAssigned === true) {
      eachOf(keys(global), (name) => {
        if (!hasOwn(builtIn, name) && !hasOwn(values, name) && typeof global[name] !== 'function' && !isForbidden(name)) write(name, global[name]);
      });
    }
    let writes = '';
    let setTexts = '';
    const add = (list, name, text) => list + (list === '' ? '' : ',') + stringify(name) + ':' + text;
    eachOf(keys(assigned), (name) => {
      writes = add(writes, name, toText(values[name]));
    });
    eachOf(keys(sets), (name) => {
      const isSame = hasOwn(assigned, name);
      setTexts = add(setTexts, name, isSame ? sets[name] : toText(values[name]));
    });
    eachOf(keys(texts), (name) => {
      if (hasOwn(assigned, name) || hasOwn(sets, name)) return;
      const text = toText(values[name]);
      if (text !== texts[name]) writes = add(writes, name, text);
    });
    // one by one: a script may have given lists a toJSON
    let localNames = '';
    eachOf(keys(locals), (name) => { localNames += (localNames === '' ? '' : ',') + stringify(name); });
    return '{"value":' + toText(value) + ',"writes":{' + writes + '},"sets":{' + setTexts + '},"locals":[' + localNames + ']}';
  };
  const messageOf = (error) => {
    if (typeof error !== 'object' || error === null) return String(error);
    const message = error.message;
    if (typeof message !== 'string') return toText(error);
    const name = error.name;
    const isNamed = error instanceof Error && typeof name === 'string' && name !== 'Error' && name !== '';
    return isNamed && !hasCode(error) ? name + ': ' + message : message;
  };
  const hasCode = (error) => {
    if (typeof error !== 'object' || error === null) return false;
    const code = error.code;
    return (typeof code === 'string' && code !== '') || typeof code === 'number';
  };
  const describe = (error) => {
    try {
      // without a prototype, which a script may have given a toJSON
      return stringify({ __proto__: null, code: hasCode(error) ? String(error.code) : '500', reason: messageOf(error) });
    } catch (other) {
      return '{"code":"500","reason":"the script threw a value that cannot be shown"}';
    }
  };
  return { collect, describe };
})`;
