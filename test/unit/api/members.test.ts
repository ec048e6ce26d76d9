import { expect } from 'chai';
import { z } from 'zod';
import { createMemberReader, type MembersOutcome } from '../../../src/api/body/members.ts';
import { parseJsonBody } from '../../../src/api/body/parse-json.ts';
import {
  optionalGuid,
  optionalText,
  type RequestSchema,
  requiredVariables,
  requiredXml,
} from '../../../src/api/schemas/members.ts';
import { bodyOf } from '../../support/body-schemas.ts';

const GUID = 'ABCDEF01-2345-6789-abcd-ef0123456789';
const NIL = '00000000-0000-0000-0000-000000000000';

function read<T extends RequestSchema>(table: T, text: string): MembersOutcome<T> {
  const parsed = parseJsonBody(Buffer.from(text));
  if (parsed.kind !== 'object') throw new Error(parsed.kind);
  return createMemberReader(table)(parsed.body, '/path');
}

function membersOf<T extends RequestSchema>(table: T, text: string) {
  const outcome = read(table, text);
  if (!outcome.ok) throw new Error(outcome.answer.body);
  return outcome.members;
}

function refusalOf(table: RequestSchema, text: string): string {
  const outcome = read(table, text);
  if (outcome.ok) throw new Error('was accepted');
  const body = JSON.parse(outcome.answer.body);
  return `${outcome.answer.status} ${body.error === undefined ? `P ${body.detail}` : `E ${body.error}`}`;
}

const start = bodyOf('start');
const completion = bodyOf('completeActivity').pick({ WorkflowInstanceId: true, ActivityId: true });
const evaluation = z.object({ WorkflowId: optionalText('-'), Variables: requiredVariables('Variables are needed') });
const claim = bodyOf('claimUserTask');
const fail = bodyOf('failUserTask');

describe('reading members', () => {
  it('gives every member when all are sent in documented spelling', () => {
    expect(membersOf(start, '{"WorkflowId":"order","Variables":{"a":1},"BusinessId":"PO-1"}')).to.deep.equal({
      WorkflowId: 'order',
      Variables: { a: 1 },
      BusinessId: 'PO-1',
      Version: undefined,
      WaitSeconds: undefined,
      ReturnVariables: [],
    });
  });

  it('takes a member in any case when it is spelled in another way', () => {
    expect(membersOf(start, '{"workflowID":"order","VARIABLES":{"A":1},"businessid":"x"}')).to.deep.equal({
      WorkflowId: 'order',
      Variables: { A: 1 },
      BusinessId: 'x',
      Version: undefined,
      WaitSeconds: undefined,
      ReturnVariables: [],
    });
  });

  it('prefers the documented spelling when several are sent, wherever it is', () => {
    expect(membersOf(start, '{"workflowid":"a","WorkflowId":"b","WORKFLOWID":"c"}').WorkflowId).to.equal('b');
  });

  it('takes the first spelling when the documented one is not sent', () => {
    expect(membersOf(start, '{"workflowid":"a","WORKFLOWID":"c"}').WorkflowId).to.equal('a');
  });

  it('takes the last value when one spelling is sent twice', () => {
    expect(membersOf(start, '{"WorkflowId":"a","WorkflowId":"b"}').WorkflowId).to.equal('b');
  });

  it('treats null as not sent, also when another spelling has a value', () => {
    expect(membersOf(start, '{"WorkflowId":null,"workflowId":"a","Variables":null,"BusinessId":null}')).to.deep.equal({
      WorkflowId: 'a',
      Variables: {},
      BusinessId: undefined,
      Version: undefined,
      WaitSeconds: undefined,
      ReturnVariables: [],
    });
  });

  it('ignores members when it does not know them', () => {
    expect(membersOf(start, '{"WorkflowId":"a","x":{"__proto__":1},"constructor":5}').WorkflowId).to.equal('a');
  });

  it('never reads a member from the prototype when the body has a member __proto__', () => {
    expect(refusalOf(start, '{"__proto__":{"WorkflowId":"a"}}')).to.equal('400 E WorkflowId is required');
  });

  it('gives a GUID in lower case when it was sent in upper case', () => {
    expect(membersOf(completion, `{"WorkflowInstanceId":"${GUID}","ActivityId":"a"}`).WorkflowInstanceId).to.equal(
      GUID.toLowerCase(),
    );
  });

  it('takes an optional text as not sent when it is blank', () => {
    expect(membersOf(fail, '{"errorMessage":"m","errorCode":"  "}').errorCode).to.equal(undefined);
  });

  it('takes an optional GUID as not sent when it is blank', () => {
    const schema = z.object({ Id: optionalGuid('-') });
    for (const blank of ['', ' ']) expect(membersOf(schema, JSON.stringify({ Id: blank })).Id).to.equal(undefined);
  });

  it('never trims a text when it has white space at its ends', () => {
    expect(membersOf(fail, '{"errorMessage":" m ","errorCode":" c"}')).to.deep.equal({ errorMessage: ' m ', errorCode: ' c' });
  });
});

describe('refusing members', () => {
  const cases: readonly [title: string, table: RequestSchema, body: string, answer: string][] = [
    ['a text is a number', start, '{"WorkflowId":5}', '400 P WorkflowId must be a string.'],
    ['an object is an array', start, '{"WorkflowId":"a","Variables":[]}', '400 P Variables must be an object.'],
    ['an object is a text', start, '{"WorkflowId":"a","Variables":"{}"}', '400 P Variables must be an object.'],
    ['a business id is a number', start, '{"WorkflowId":"a","BusinessId":5}', '400 P BusinessId must be a string.'],
    ['texts are a text', claim, '{"UserId":"a","UserGroups":"b"}', '400 P UserGroups must be an array of strings.'],
    ['texts hold a null', claim, '{"UserId":"a","UserGroups":[null]}', '400 P UserGroups must be an array of strings.'],
    ['two types are wrong', start, '{"BusinessId":1,"Variables":1,"WorkflowId":1}', '400 P WorkflowId must be a string.'],
    ['a type is wrong and a member is missing', start, '{"Variables":1}', '400 P Variables must be an object.'],
    ['a GUID has braces', completion, `{"WorkflowInstanceId":"{${GUID}}"}`, '400 P WorkflowInstanceId must be a GUID.'],
    ['a GUID has no hyphens', completion, '{"WorkflowInstanceId":"abc"}', '400 P WorkflowInstanceId must be a GUID.'],
    [
      'a type is wrong beside a wrong GUID',
      completion,
      '{"WorkflowInstanceId":"abc","ActivityId":1}',
      '400 P ActivityId must be a string.',
    ],
    ['a GUID is blank', completion, '{"WorkflowInstanceId":" ","ActivityId":"a"}', '400 E WorkflowInstanceId is required'],
    ['a GUID is all zero', completion, `{"WorkflowInstanceId":"${NIL}"}`, '400 E WorkflowInstanceId is required'],
    [
      'the second required member is blank',
      completion,
      `{"WorkflowInstanceId":"${GUID}","ActivityId":"\\t"}`,
      '400 E ActivityId is required',
    ],
    ['required variables are missing', evaluation, '{}', '400 E Variables are needed'],
    ['required variables are null', evaluation, '{"Variables":null}', '400 E Variables are needed'],
    ['required variables are empty', evaluation, '{"variables":{}}', '400 E Variables are needed'],
    ['required variables are an array', evaluation, '{"Variables":[]}', '400 P Variables must be an object.'],
    ['required variables are a blank text', evaluation, '{"Variables":" "}', '400 P Variables must be an object.'],
    [
      'required variables hold a reserved name only',
      evaluation,
      '{"Variables":{"__proto__":{}}}',
      "400 P Variables contains the reserved name '__proto__'.",
    ],
    ['a required text is missing', start, '{}', '400 E WorkflowId is required'],
    [
      'a required text is white space of another script',
      start,
      '{"WorkflowId":"\\u3000\\ufeff"}',
      '400 E WorkflowId is required',
    ],
    ['a required text is missing and the business id is bad', start, '{"BusinessId":""}', '400 E WorkflowId is required'],
    ['the required text says its own name', fail, '{}', '400 E ErrorMessage is required'],
    ['the wrong type says the documented name', fail, '{"ERRORMESSAGE":1}', '400 P errorMessage must be a string.'],
    [
      'the business id is bad beside bad variables',
      start,
      '{"WorkflowId":"a","BusinessId":"","Variables":{"prototype":1}}',
      '400 P BusinessId must not be empty or white space.',
    ],
    ['a text holds U+0000', start, '{"WorkflowId":"a\\u0000"}', '400 P WorkflowId contains a character that cannot be stored.'],
    [
      'a text holds half a surrogate pair',
      start,
      '{"WorkflowId":"a\\ud800b"}',
      '400 P WorkflowId contains a character that cannot be stored.',
    ],
    [
      'a business id holds half a surrogate pair',
      start,
      '{"WorkflowId":"a","BusinessId":"\\udc00"}',
      '400 P BusinessId contains a character that cannot be stored.',
    ],
    [
      'one of the texts holds U+0000',
      claim,
      '{"UserId":"a","UserGroups":["b","\\u0000"]}',
      '400 P UserGroups contains a character that cannot be stored.',
    ],
    [
      'a variable holds U+0000',
      start,
      '{"WorkflowId":"a","Variables":{"x":[{"y":"\\u0000"}]}}',
      '400 P Variables contains a character that cannot be stored.',
    ],
    [
      'a variable name holds U+0000',
      start,
      '{"WorkflowId":"a","Variables":{"x\\u0000":1}}',
      '400 P Variables contains a character that cannot be stored.',
    ],
    [
      'a reserved name stands beside U+0000',
      start,
      '{"WorkflowId":"\\u0000","Variables":{"prototype":1}}',
      "400 P Variables contains the reserved name 'prototype'.",
    ],
  ];
  for (const [title, table, body, answer] of cases) {
    it(`answers ${answer} when ${title}`, () => {
      expect(refusalOf(table, body)).to.equal(answer);
    });
  }

  it('looks for characters that cannot be stored at any depth of a list of objects', () => {
    const deep = (text: string) => `{"Instructions":[{"x":${'['.repeat(20_000)}"${text}"${']'.repeat(20_000)}}]}`;
    const table = bodyOf('createBatch').pick({ Instructions: true });
    expect(membersOf(table, deep('\\u0041')).Instructions).to.have.length(1);
    expect(refusalOf(table, deep('\\u0000'))).to.equal('400 P Instructions contains a character that cannot be stored.');
  });

  it('accepts U+0000 when the member is XML', () => {
    expect(membersOf(z.object({ BpmnXml: requiredXml('x', '-') }), '{"BpmnXml":"a\\u0000"}').BpmnXml).to.equal('a\0');
  });

  it('accepts a whole surrogate pair when it is escaped', () => {
    expect(membersOf(start, '{"WorkflowId":"\\ud83d\\ude00"}').WorkflowId).to.equal('😀');
  });
});
