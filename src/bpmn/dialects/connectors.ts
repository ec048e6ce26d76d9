import type { JobAnswer, Mapping, MappingSource, ScriptModel } from '../../engine/model.ts';
import type { ReadContext } from '../elements/element-reader.ts';
import { dialectAttributeOf, extensionsNamed, type XmlElement } from '../xml/xml-element.ts';
import { fieldsOf, taskHeadersOf } from './job-details.ts';
import { readParameter } from './mapping-sources.ts';
import { anyDialect, camunda, ext } from './namespaces.ts';

/**
 * Connector of another engine as a task of a bundled plugin. Inputs become parameters; the response becomes the variables that the connector would set
 * (docs/contributing/spec/mappings.md#connectors).
 */
export interface Connector {
  readonly taskType: 'rest-call' | 'email';
  readonly parameters: readonly Mapping[];
  readonly answer: JobAnswer;
  /** Settings without counterpart in the plugin. */
  readonly unsupported: readonly string[];
}

/**
 * @param taskType of the zeebe `taskDefinition`
 * @returns undefined if no plugin can replace it, as with OAuth; it then is an ordinary task type
 */
export function connectorOn(xml: XmlElement, taskType: string | undefined, context: ReadContext): Connector | undefined {
  if (taskType !== undefined) return taskType === 'io.camunda:http-json:1' ? httpJson(xml, context) : undefined;
  const type = dialectAttributeOf(xml, camunda, 'type')?.toLowerCase();
  if (type === 'mail') return flowableMail(xml, context);
  if (type === 'http') return flowableHttp(xml, context);
  const connector = extensionsNamed(xml, camunda, 'connector')[0];
  const id = connector === undefined ? undefined : connectorIdOf(connector);
  if (connector === undefined || id === undefined) return undefined;
  if (id === 'http-connector') return camundaHttp(xml, connector, context);
  return id === 'mail-send' ? camundaMail(xml, connector, context) : undefined;
}

export function connectorIdOf(connector: XmlElement): string | undefined {
  const id = connector.children.find(({ uri, local }) => camunda(uri) && local.toLowerCase() === 'connectorid')?.text.trim();
  return id === '' ? undefined : id;
}

/** Camunda 8: reads variables of the input mappings. An unsuccessful status fails the task. */
function httpJson(xml: XmlElement, context: ReadContext): Connector | undefined {
  const written = new Map([...taskHeadersOf(xml)]);
  const unsupported = ['errorExpression', 'retryBackoff'].filter((name) => (written.get(name) ?? '').trim() !== '');
  const [variable, expression] = [written.get('resultVariable')?.trim(), written.get('resultExpression')?.trim()];
  const isOauth = extensionsNamed(xml, ext, 'ioMapping').some(({ children }) =>
    children.some((input) => /^\s*oauth/i.test(dialectAttributeOf(input, anyDialect, 'source') ?? '')),
  );
  if (isOauth) return undefined;
  return {
    taskType: 'rest-call',
    parameters: [
      mapping('url', script(URL_WITH_QUERY)),
      mapping('method', script(`execution.getVariable('method') || 'GET'`)),
      mapping('headers', script(HEADERS_WITH_SIGN_IN)),
      mapping('body', script(textOf(`execution.getVariable('body')`))),
    ],
    answer: {
      names: [mapping('response', script('__response'))],
      values: variable ? [mapping(variable, script('__response'))] : [],
      ...(expression ? { spread: context.expression(xml, expression, 'expression', 'result expression') } : {}),
    },
    unsupported,
  };
}

/** Camunda 7: no HTTP status fails the task; the body is a string. */
function camundaHttp(xml: XmlElement, connector: XmlElement, context: ReadContext): Connector {
  const inputs = parametersIn(xml, connector, 'inputParameter', context);
  return {
    taskType: 'rest-call',
    parameters: [...renamed(inputs, { url: 'url', method: 'method', headers: 'headers', payload: 'body' }), EVERY_STATUS],
    answer: { names: RESPONSE_OF_CAMUNDA_7, values: parametersIn(xml, connector, 'outputParameter', context) },
    unsupported: [],
  };
}

const MAIL = { to: 'to', cc: 'cc', bcc: 'bcc', from: 'from', subject: 'subject', text: 'text', html: 'html' };

function camundaMail(xml: XmlElement, connector: XmlElement, context: ReadContext): Connector {
  const inputs = parametersIn(xml, connector, 'inputParameter', context);
  const values = parametersIn(xml, connector, 'outputParameter', context);
  return {
    taskType: 'email',
    parameters: renamed(inputs, MAIL),
    answer: { names: [], values },
    unsupported: unsupportedIn(inputs, MAIL),
  };
}

function flowableMail(xml: XmlElement, context: ReadContext): Connector {
  const inputs = fieldMappings(xml, context);
  return {
    taskType: 'email',
    parameters: renamed(inputs, MAIL),
    answer: { names: [], values: [] },
    unsupported: unsupportedIn(inputs, MAIL),
  };
}

const FLOWABLE_HTTP = { requestUrl: 'url', requestMethod: 'method', requestBody: 'body', requestTimeout: 'timeoutSec' };

/** Flowable: headers are lines, the response is a variable, and no HTTP status fails the task. */
function flowableHttp(xml: XmlElement, context: ReadContext): Connector {
  const inputs = fieldMappings(xml, context);
  const fixed = new Map([...fieldsOf(xml)].map(({ name, text }) => [name, text]));
  const variable = fixed.get('responseVariableName')?.trim();
  const headers = inputs.find(({ target }) => target === 'requestHeaders');
  return {
    taskType: 'rest-call',
    parameters: [
      ...renamed(inputs, FLOWABLE_HTTP).filter(({ target }) => target !== 'timeoutSec'),
      ...(headers === undefined ? [] : [headers, mapping('headers', script(HEADERS_OF_LINES))]),
      EVERY_STATUS,
    ],
    answer: { names: RESPONSE_OF_CAMUNDA_7, values: variable ? [mapping(variable, script('response'))] : [] },
    unsupported: unsupportedIn(inputs, { ...FLOWABLE_HTTP, requestHeaders: 'headers', responseVariableName: '' }).concat(
      fixed.has('requestTimeout') ? ['requestTimeout'] : [],
    ),
  };
}

function parametersIn(
  owner: XmlElement,
  connector: XmlElement,
  local: 'inputParameter' | 'outputParameter',
  context: ReadContext,
): readonly Mapping[] {
  const slot = local === 'inputParameter' ? 'input mapping' : 'output mapping';
  return connector.children
    .filter(({ uri, local: name }) => camunda(uri) && name.toLowerCase() === 'inputoutput')
    .flatMap(({ children }) => children)
    .filter(({ uri, local: name }) => camunda(uri) && name.toLowerCase() === local.toLowerCase())
    .flatMap((parameter) => {
      const name = dialectAttributeOf(parameter, anyDialect, 'name');
      return name === undefined ? [] : [mapping(name, readParameter(owner, parameter, slot, context))];
    });
}

function fieldMappings(xml: XmlElement, context: ReadContext): readonly Mapping[] {
  return [...fieldsOf(xml)].map(({ name, text }) => mapping(name, context.expression(xml, text, 'template', `field ${name}`)));
}

function renamed(inputs: readonly Mapping[], names: Readonly<Record<string, string>>): readonly Mapping[] {
  return inputs.flatMap(({ target, source }) => {
    const name = Object.hasOwn(names, target) ? names[target] : undefined;
    return name === undefined ? [] : [mapping(name, source)];
  });
}

function unsupportedIn(inputs: readonly Mapping[], names: Readonly<Record<string, string>>): string[] {
  return inputs.flatMap(({ target }) => (Object.hasOwn(names, target) ? [] : [target]));
}

function mapping(target: string, source: MappingSource): Mapping {
  return Object.freeze({ source, target });
}

function script(source: string): ScriptModel {
  return Object.freeze({ kind: 'script', dialect: 'javascript', source });
}

/** The plugin accepts only strings. */
function textOf(value: string): string {
  return `((v) => v === null || v === undefined || typeof v === 'string' ? v ?? null : JSON.stringify(v))(${value})`;
}

const EVERY_STATUS = mapping('successCodes', script('Array.from({ length: 500 }, (_, at) => at + 100)'));
const RESPONSE_OF_CAMUNDA_7: readonly Mapping[] = [
  mapping('response', script(textOf('__response.body'))),
  mapping('statusCode', script('__response.status')),
  mapping('headers', script('__response.headers')),
];
const HEADERS_OF_LINES = `Object.fromEntries(String(requestHeaders || '').split('\\n').filter((line) => line.includes(':'))
  .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]))`;
const URL_WITH_QUERY = `(() => {
  const url = execution.getVariable('url');
  const pairs = Object.entries(execution.hasVariable('queryParameters') ? execution.getVariable('queryParameters') || {} : {});
  const query = pairs.map(([name, value]) => encodeURIComponent(name) + '=' + encodeURIComponent(value)).join('&');
  return query === '' ? url : url + (url.includes('?') ? '&' : '?') + query;
})()`;
const HEADERS_WITH_SIGN_IN = `(() => {
  const read = (name) => (execution.hasVariable(name) ? execution.getVariable(name) : null) || {};
  const headers = Object.fromEntries(Object.entries(read('headers')).map(([name, value]) => [name, value === null ? null : String(value)]));
  const { type, token, name, value, username, password } = read('authentication');
  if (type === 'bearer') headers.Authorization = 'Bearer ' + token;
  if (type === 'apiKey') headers[name] = String(value);
  if (type === 'basic') headers.Authorization = 'Basic ' + base64(username + ':' + password);
  return headers;
  function base64(text) {
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const bytes = unescape(encodeURIComponent(text)).split('').map((sign) => sign.charCodeAt(0));
    let encoded = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const [a, b, c] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      encoded += signs[a >> 2] + signs[((a & 3) << 4) | ((b ?? 0) >> 4)];
      encoded += b === undefined ? '==' : signs[((b & 15) << 2) | ((c ?? 0) >> 6)] + (c === undefined ? '=' : signs[c & 63]);
    }
    return encoded;
  }
})()`;
