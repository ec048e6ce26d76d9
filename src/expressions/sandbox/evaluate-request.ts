import type { QuickJSWASMModule } from 'quickjs-emscripten-core';
import { cutText } from '../../engine/values/cut-text.ts';
import type { Evaluation } from '../../engine/values/evaluation.ts';
import type { Variables } from '../../engine/values.ts';
import { makeInThread as runDecisions } from '../decisions/decide.ts';
import { boundedResult, guardedEvaluation, guidSequence, variableReaderOf } from '../evaluation-context.ts';
import { analyseFeel, evaluateFeel } from '../feel/index.ts';
import { compileSource } from '../lenient/compile.ts';
import { referencedVariables } from '../variable-names.ts';
import { runJavaScript } from './javascript.ts';
import type { FeelRequest, LenientRequest, SandboxReply, SandboxRequest } from './protocol.ts';

const MAX_CODE_LENGTH = 1000;

/** Stateless: a request cannot see data of earlier ones. */
export function evaluateRequest(request: SandboxRequest, interpreter: QuickJSWASMModule): SandboxReply {
  const began = performance.now();
  let reply: Omit<SandboxReply, 'tookMs'> | undefined;
  const evaluation = guardedEvaluation(request.source, () => {
    reply = evaluate(request, interpreter);
    return boundedResult(withShortReason(reply.evaluation, request.maxOutputBytes), request.maxOutputBytes);
  });
  return { ...reply, evaluation, tookMs: performance.now() - began };
}

/** A script may throw a string of any length. */
function withShortReason(evaluation: Evaluation, most: number): Evaluation {
  if (evaluation.ok || evaluation.reason.length + evaluation.code.length <= most) return evaluation;
  return { ...evaluation, code: cutText(evaluation.code, MAX_CODE_LENGTH), reason: cutText(evaluation.reason, most) };
}

function evaluate(request: SandboxRequest, interpreter: QuickJSWASMModule): Omit<SandboxReply, 'tookMs'> {
  switch (request.kind) {
    case 'javascript':
      return runJavaScript(interpreter, request);
    case 'feel':
      return { evaluation: runFeel(request) };
    case 'lenient':
      return runLenient(request);
    case 'decisions':
      return { evaluation: runDecisions(request) };
  }
}

function runFeel({ source, variables, situation, isAnalysed }: FeelRequest): Evaluation {
  const given = JSON.parse(variables) as Variables;
  const read = isAnalysed ? given : referencedVariables(analyseFeel(source), variableReaderOf(given), source);
  const result = evaluateFeel(source, read, situation);
  return result.ok ? result : { ok: false, code: '500', reason: result.reason };
}

function runLenient({ source, sourceKind, language, variables, localNames, execution, guids, limits }: LenientRequest) {
  let drawn = 0;
  const newGuid = guidSequence(guids.length, () => {
    drawn += 1;
    return guids[drawn - 1] as string;
  });
  const reader = variableReaderOf(JSON.parse(variables) as Variables, localNames);
  const evaluation = compileSource(source, sourceKind, language).evaluate(reader, { ...execution, newGuid }, limits);
  return { evaluation, drawn };
}
